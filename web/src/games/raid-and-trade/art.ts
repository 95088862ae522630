/** Pictures of tokens, actions, dice and decks. */
import anvil from "icon:anvil-impact";
import battery from "icon:battery-pack";
import gear from "icon:big-gear";
import bullseye from "icon:bullseye";
import pistols from "icon:crossed-pistols";
import crowbar from "icon:crowbar";
import dynamite from "icon:dynamite";
import electric from "icon:electric";
import firstAid from "icon:first-aid-kit";
import gears from "icon:gears";
import hazard from "icon:hazard-sign";
import helicopter from "icon:helicopter";
import plate from "icon:metal-plate";
import food from "icon:opened-food-can";
import heart from "icon:pierced-heart";
import radio from "icon:radio-tower";
import revolver from "icon:revolver";
import robber from "icon:robber-hand";
import quest from "icon:scroll-quill";
import shield from "icon:shield";
import shop from "icon:shop";
import sleepy from "icon:sleepy";
import spanner from "icon:spanner";
import shirt from "icon:t-shirt";
import bottle from "icon:broken-bottle";
import trade from "icon:trade";
import tower from "icon:watchtower";
import backwards from "icon:anticlockwise-rotation";
import disc from "icon:token";
import knapsack from "icon:swap-bag";
import wanted from "icon:wanted-reward";
import card from "icon:card-draw";
import type { Kind } from "./faces";

export const KIND_ART: Record<Kind, string> = {
  scrap: plate,
  food,
  clothing: shirt,
  tools: spanner,
  parts: gears,
  electrics: battery,
  medical: firstAid,
  guns: revolver,
};

/** By symbol of a combat die; nothing has no picture. */
export const DIE_ART: Record<string, string> = {
  hit: bullseye,
  win: heart,
  shield,
  skill: gear,
  craft: anvil,
  ap: electric,
  steal: robber,
  destroy: bottle,
  dynamite,
};

export const ACTION_ART: Record<string, string> = {
  raid: crowbar,
  fight: pistols,
  craft: anvil,
  trade,
  market: shop,
  outpost: tower,
  quest,
  give: helicopter,
  pass: sleepy,
};

export const DECK_ART: Record<string, string> = { item: anvil, incident: hazard, quest, event: radio, raid: crowbar, character: pistols };

/** By verb of an answer. */
export const ANSWER_ART: Record<string, string> = {
  keep: wanted,
  put_back: backwards,
  disc,
  tokens: knapsack,
  five: knapsack,
  three: robber,
  train: gear,
  give_sp: gear,
  draw: card,
  ruin: bottle,
};

/** What is marked in a replay, by the kind of event. */
export const MARK_ART: Record<string, string> = {
  fulfil: quest,
  fight_won: pistols,
  craft: anvil,
  blast: dynamite,
  guard_beaten: pistols,
  bombard: hazard,
  eliminated: heart,
  win: tower,
};
