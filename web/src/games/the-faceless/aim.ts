import camera from "icon:photo-camera";
import compass from "icon:compass";
import footprint from "icon:footprint";
import goat from "icon:goat";
import magnet from "icon:magnet";
import moon from "icon:moon";
import roots from "icon:tree-roots";
import type { Scene } from "../../hall/aim";

const scenes: Scene[] = [
  [
    { icon: magnet, x: 78, y: 124, size: 62, fill: "#e0c14a", turn: -30 },
    { icon: magnet, x: 244, y: 120, size: 62, fill: "#5aa7e8", turn: 140 },
    { icon: compass, x: 162, y: 106, size: 92 },
  ],
  [
    { icon: footprint, x: 92, y: 140, size: 36, turn: 60 },
    { icon: footprint, x: 136, y: 122, size: 36, turn: 60 },
    { icon: footprint, x: 178, y: 134, size: 36, turn: 70 },
    { icon: camera, x: 244, y: 112, size: 66, turn: 6, card: "" },
  ],
  [
    { icon: roots, x: 150, y: 126, size: 80, fill: "var(--ground-1)" },
    { icon: goat, x: 242, y: 104, size: 104, fill: "#e06a5a" },
    { icon: moon, x: 150, y: 58, size: 40 },
    { icon: compass, x: 80, y: 134, size: 56 },
  ],
];
export default scenes;
