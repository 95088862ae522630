import backpack from "icon:school-bag";
import broom from "icon:broom";
import candle from "icon:candle-light";
import gavel from "icon:gavel";
import gears from "icon:gears";
import knight from "icon:blindfold";
import sleeper from "icon:night-sleep";
import tower from "icon:clock-tower";
import wax from "icon:candles";
import type { Scene } from "../../hall/aim";

const scenes: Scene[] = [
  [
    { icon: tower, x: 238, y: 100, size: 130, fill: "var(--ground-1)" },
    { icon: broom, x: 84, y: 130, size: 54, turn: -8, card: "1" },
    { icon: gears, x: 140, y: 122, size: 54, card: "2" },
    { icon: backpack, x: 196, y: 112, size: 54, turn: 12, card: "3" },
  ],
  [
    { icon: sleeper, x: 100, y: 118, size: 86 },
    { icon: knight, x: 200, y: 126, size: 58, turn: -8, card: "3" },
    { icon: gavel, x: 252, y: 120, size: 58, turn: 8, card: "4" },
  ],
  [
    { icon: wax, x: 92, y: 124, size: 90 },
    { icon: candle, x: 168, y: 96, size: 96, fill: "var(--accent)" },
    { icon: candle, x: 224, y: 122, size: 62 },
    { icon: candle, x: 268, y: 132, size: 50 },
  ],
];
export default scenes;
