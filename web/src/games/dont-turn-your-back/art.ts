/** Pictures of the Nightmares by printed name, and of the districts. */
import blindfold from "icon:blindfold";
import broom from "icon:broom";
import candleSkull from "icon:candle-skull";
import candles from "icon:candles";
import clockTower from "icon:clock-tower";
import clockwork from "icon:clockwork";
import crystalBall from "icon:crystal-ball";
import dreamCatcher from "icon:dream-catcher";
import dualityMask from "icon:duality-mask";
import eyeTarget from "icon:eye-target";
import femaleVampire from "icon:female-vampire";
import gears from "icon:gears";
import graduateCap from "icon:graduate-cap";
import hourglass from "icon:hourglass";
import newspaper from "icon:newspaper";
import nightSleep from "icon:night-sleep";
import pillow from "icon:pillow";
import pin from "icon:pin";
import quillInk from "icon:quill-ink";
import reaperScythe from "icon:reaper-scythe";
import scales from "icon:scales";
import schoolBag from "icon:school-bag";
import shadowFollower from "icon:shadow-follower";
import sheikahEye from "icon:sheikah-eye";
import shop from "icon:shop";
import sleepy from "icon:sleepy";
import streetLight from "icon:street-light";
import swapBag from "icon:swap-bag";
import sky13 from "./district-13.svg";
import skyBB from "./district-bb.svg";
import skyCS from "./district-cs.svg";
import skyHS from "./district-hs.svg";
import skyWK from "./district-wk.svg";
import type { District, Favor } from "./faces";

const SERVICES: Record<string, string> = {
  blind_knight: blindfold,
  city_desk_editor: quillInk,
  cleaner: broom,
  clockwork_lieutenant: clockwork,
  dream_dealer: dreamCatcher,
  faceless: sheikahEye,
  face_merchant: dualityMask,
  fortune_taker: crystalBall,
  harvester: reaperScythe,
  lady_in_hating: femaleVampire,
  mother_when: hourglass,
  paperboy: newspaper,
  shameful: shadowFollower,
  smothered_folk: pillow,
  the_tacks_man: pin,
  the_wax_king: candleSkull,
};
const NAMES: Record<string, string> = {
  "Clockwork Deputy": gears,
  "Truant Officer": schoolBag,
  Sleepwalker: sleepy,
  Lamplighter: streetLight,
  Pawnbroker: swapBag,
  "Night Magistrate": scales,
  "Hall Monitor": eyeTarget,
};

export function favorArt(face: Favor): string {
  return SERVICES[face.service] ?? NAMES[face.name] ?? sleepy;
}

export const DISTRICT_ART: Record<District, string> = {
  "13": clockTower,
  HS: graduateCap,
  CS: nightSleep,
  WK: candles,
  BB: shop,
};

export const SKIES: Record<District, string> = { "13": sky13, HS: skyHS, CS: skyCS, WK: skyWK, BB: skyBB };
