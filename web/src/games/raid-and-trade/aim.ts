import anvil from "icon:anvil-impact";
import can from "icon:opened-food-can";
import crowbar from "icon:crowbar";
import gate from "icon:open-gate";
import gear from "icon:big-gear";
import hands from "icon:shaking-hands";
import laurels from "icon:laurels";
import spanner from "icon:spanner";
import tower from "icon:watchtower";
import type { Scene } from "../../hall/aim";

const scenes: Scene[] = [
  [
    { icon: tower, x: 244, y: 100, size: 124, fill: "var(--ground-1)" },
    { icon: crowbar, x: 104, y: 108, size: 76, fill: "var(--accent)" },
    { icon: can, x: 168, y: 142, size: 40 },
    { icon: gear, x: 206, y: 148, size: 36 },
  ],
  [
    { icon: anvil, x: 92, y: 122, size: 78, fill: "var(--accent)" },
    { icon: hands, x: 206, y: 112, size: 92 },
    { icon: spanner, x: 272, y: 146, size: 40 },
  ],
  [
    { icon: gate, x: 172, y: 100, size: 132, fill: "#f0c65a" },
    { icon: laurels, x: 268, y: 140, size: 50 },
    { icon: laurels, x: 74, y: 140, size: 50 },
  ],
];
export default scenes;
