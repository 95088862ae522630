export { default } from "icon:candle-light";
