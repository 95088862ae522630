import { mount } from "svelte";
import App from "./App.svelte";
import "./look/fonts.css";
import "./look/tokens.css";
import "./look/base.css";
import "./look/hall.css";
import { tongue } from "./words/tongue.svelte";

tongue.tellPage();
mount(App, { target: document.getElementById("page")! });
