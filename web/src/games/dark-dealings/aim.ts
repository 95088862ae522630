import archer from "icon:bowman";
import arrow from "icon:detour";
import axes from "icon:crossed-axes";
import gargoyle from "icon:gargoyle";
import hood from "icon:hooded-assassin";
import knight from "icon:black-knight-helm";
import skull from "icon:skull-crossed-bones";
import spider from "icon:spider-web";
import tower from "icon:evil-tower";
import wizard from "icon:wizard-face";
import type { Scene } from "../../hall/aim";

const scenes: Scene[] = [
  [
    { icon: tower, x: 250, y: 104, size: 120, fill: "var(--ground-1)" },
    { icon: archer, x: 80, y: 128, size: 56, turn: -10, card: "26" },
    { icon: knight, x: 132, y: 118, size: 56, card: "42" },
    { icon: hood, x: 184, y: 128, size: 56, turn: 10, card: "53" },
  ],
  [
    { icon: wizard, x: 82, y: 116, size: 62, turn: -6, card: "36" },
    { icon: arrow, x: 160, y: 112, size: 50, fill: "var(--accent)" },
    { icon: gargoyle, x: 226, y: 96, size: 60 },
    { icon: spider, x: 268, y: 140, size: 48 },
  ],
  [
    { icon: tower, x: 160, y: 92, size: 140, fill: "var(--ground-1)" },
    { icon: axes, x: 76, y: 128, size: 62, fill: "var(--accent)" },
    { icon: skull, x: 236, y: 140, size: 38 },
    { icon: skull, x: 274, y: 140, size: 38 },
    { icon: skull, x: 255, y: 108, size: 38 },
  ],
];
export default scenes;
