import type { ModulePlace } from "./platform-module.ts";

const PATH = ["child", "grandChild", "grandGrandChild"] as const;
const PARAMS = ["params1", "params2", "params3", "params4", "params5"] as const;

/** Splits the route's parameters into the module's own path and its params (RT-08). */
export function placeOf(parameters: Readonly<Record<string, string>>): ModulePlace {
  const given = (names: readonly string[]) =>
    names.map((name) => parameters[name]).filter((value) => value !== undefined);
  return { path: given(PATH), params: given(PARAMS) };
}

/** The hash address of a place in a module. */
export function placeHref(name: string, path: readonly string[]): string {
  return ["#/module", name, ...path.map(encodeURIComponent)].join("/");
}

export function samePlace(one: ModulePlace, other: ModulePlace): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
