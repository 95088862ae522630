export { default } from "icon:crowbar";
