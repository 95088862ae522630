export { default } from "icon:compass";
