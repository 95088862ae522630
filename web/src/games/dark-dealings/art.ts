/** Pictures of classes, types and abilities, and one for each defense by its printed name. */
import amphora from "icon:amphora";
import axeSwing from "icon:axe-swing";
import backstab from "icon:backstab";
import barbarian from "icon:barbarian";
import blackKnightHelm from "icon:black-knight-helm";
import bookshelf from "icon:bookshelf";
import bottledBolt from "icon:bottled-bolt";
import bowman from "icon:bowman";
import brute from "icon:brute";
import burningMeteor from "icon:burning-meteor";
import candleSkull from "icon:candle-skull";
import candlebright from "icon:candlebright";
import candles from "icon:candles";
import cometSpark from "icon:comet-spark";
import crossedSabres from "icon:crossed-sabres";
import cursedStar from "icon:cursed-star";
import detour from "icon:detour";
import doorHandle from "icon:door-handle";
import dragonHead from "icon:dragon-head";
import drum from "icon:drum";
import dwarfFace from "icon:dwarf-face";
import evilBook from "icon:evil-book";
import explosionRays from "icon:explosion-rays";
import flood from "icon:flood";
import fog from "icon:fog";
import frozenBlock from "icon:frozen-block";
import gargoyle from "icon:gargoyle";
import gauntlet from "icon:gauntlet";
import gears from "icon:gears";
import goblinHead from "icon:goblin-head";
import goblin from "icon:goblin";
import golemHead from "icon:golem-head";
import grimReaper from "icon:grim-reaper";
import hammerDrop from "icon:hammer-drop";
import hoodedAssassin from "icon:hooded-assassin";
import hydra from "icon:hydra";
import impLaugh from "icon:imp-laugh";
import imp from "icon:imp";
import log from "icon:log";
import magicSwirl from "icon:magic-swirl";
import magnifyingGlass from "icon:magnifying-glass";
import meepleGroup from "icon:meeple-group";
import mimicChest from "icon:mimic-chest";
import mirrorMirror from "icon:mirror-mirror";
import ogre from "icon:ogre";
import pendulumSwing from "icon:pendulum-swing";
import powder from "icon:powder";
import raiseSkeleton from "icon:raise-skeleton";
import ram from "icon:ram";
import rat from "icon:rat";
import raven from "icon:raven";
import rollingBomb from "icon:rolling-bomb";
import runeStone from "icon:rune-stone";
import seaDragon from "icon:sea-dragon";
import shamblingZombie from "icon:shambling-zombie";
import sinkingTrap from "icon:sinking-trap";
import spectre from "icon:spectre";
import spiderWeb from "icon:spider-web";
import spikedDragonHead from "icon:spiked-dragon-head";
import stoneBlock from "icon:stone-block";
import stoneWall from "icon:stone-wall";
import thorHammer from "icon:thor-hammer";
import torch from "icon:torch";
import tripwire from "icon:tripwire";
import troll from "icon:troll";
import upgrade from "icon:upgrade";
import weightCrush from "icon:weight-crush";
import wizardFace from "icon:wizard-face";
import wolfHead from "icon:wolf-head";
import wolfTrap from "icon:wolf-trap";
import wyvern from "icon:wyvern";
import type { DefenseFace, Type } from "./faces";

export const TYPE_ART: Record<Type, string> = { spell: magicSwirl, minion: impLaugh, trap: wolfTrap };

export const ABILITY_ART: Record<string, string> = {
  heavy_hitter: hammerDrop,
  detour,
  booster: upgrade,
};

export const CLASS_ART: Record<string, string> = {
  thief: hoodedAssassin,
  halflings: meepleGroup,
  wizard: wizardFace,
  berserker: barbarian,
  knight: blackKnightHelm,
  ranger: bowman,
  gnome_illusionist: dwarfFace,
  dragon_warrior: dragonHead,
};

const DEFENSE_ART: Record<string, string> = {
  "Loose Flagstone": stoneBlock,
  "Sour Hex": cursedStar,
  "Kitchen Imps": imp,
  "Rusty Portcullis": axeSwing,
  "Guttering Curse": candleSkull,
  "Rat Swarm": rat,
  "Swinging Log": log,
  "Lightning in a Jar": bottledBolt,
  "Mimic Chest": mimicChest,
  "Runed Doorknob": doorHandle,
  "Tripwire Gallery": tripwire,
  "Chill of the Crypt": frozenBlock,
  "Surly Goblins": goblin,
  "Grave Watchmen": shamblingZombie,
  "Hunting Pit": sinkingTrap,
  "Fog Maidens": fog,
  "Pressure Plates": weightCrush,
  "Bound Wraith": spectre,
  "Exploding Sigil": explosionRays,
  "Grimoire with Teeth": evilBook,
  "Mad Tinker": gears,
  "Great Drop Hammer": thorHammer,
  "Leashed Troll": troll,
  "Revolving Bookcase": bookshelf,
  "Sealed Demon Urn": amphora,
  "Sleeping Hydra": hydra,
  "Whispering Doom": grimReaper,
  "Spider Larder": spiderWeb,
  "Cursed Tapestry": runeStone,
  "Treacherous Butler": backstab,
  "Chorus of Ill Omen": raven,
  "Slavering Packmaster": wolfHead,
  "Falling Chandelier": candlebright,
  "Comet Call": cometSpark,
  "Winch-Drawn Ram": ram,
  "Meteor Lens": magnifyingGlass,
  "Summoned Juggernaut": golemHead,
  "Powder Cellar": powder,
  "Scything Pendulums": pendulumSwing,
  "Bone Lancers": raiseSkeleton,
  "Gargoyle Choir": gargoyle,
  "Glyph Gauntlet": gauntlet,
  "Siege Ettin": ogre,
  "Hall of Mirrors": mirrorMirror,
  "Flooding Stair": flood,
  "Crushing Corridor": stoneWall,
  "Twin Firebrands": torch,
  "Rain of Cinders": burningMeteor,
  "Ogre Bouncers": brute,
  "Ghoul Patrol": goblinHead,
  "Interlocking Blades": crossedSabres,
  "Candle Circle": candles,
  "Drummer of the Damned": drum,
  "Soot Drake": wyvern,
  "Hoard Wyrm": seaDragon,
  "Elder of the Black Peak": spikedDragonHead,
};

/** Cards of other editions are drawn by the type they show first. */
export function defenseArt(face: DefenseFace): string {
  return DEFENSE_ART[face.name] ?? TYPE_ART[face.sides[0]?.types[0] ?? "trap"] ?? rollingBomb;
}
