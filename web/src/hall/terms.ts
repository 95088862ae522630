/** What a table is played by, in sentences: its scenario, and what is other than usual. */
import type { GameInfo, Options, Scenario, Text, Value } from "../table/types";
import { mattering } from "./ties";

/** The scenario that these options are, if they are one. */
export function scenarioOf(info: GameInfo, options: Options): Scenario | undefined {
  const usual = (name: string): Value | undefined => info.options.find((one) => one.name === name)?.values[0];
  const fits = (one: Scenario): boolean =>
    info.options.every(({ name }) => (options[name] ?? usual(name)) === (one.options[name] ?? usual(name)));
  return info.scenarios?.find(fits);
}

/** The options that are other than usual, each as what it is called and what was chosen. */
export function unusual(info: GameInfo, options: Options, players: number, text: Text): { name: string; value: string }[] {
  return mattering(info, players)
    .filter(({ name, values }) => options[name] !== undefined && options[name] !== values[0])
    .map(({ name }) => ({
      name: text.options?.[name] ?? name,
      value: text.option_values?.[`${name}.${String(options[name])}`] ?? String(options[name]),
    }));
}
