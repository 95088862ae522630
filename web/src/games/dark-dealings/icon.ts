export { default } from "icon:evil-tower";
