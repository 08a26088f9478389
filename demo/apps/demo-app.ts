import { readFile } from "node:fs/promises";
import type { LaunchKind } from "#contract";

const CATALOGUE = new URL("../catalogue/catalogue.json", import.meta.url);
const PUBLIC = new URL("../../web/public/", import.meta.url);

/** The settings of a demo app; it redeems tickets with `secret`. */
export interface DemoApp {
  id: string;
  name: string;
  description: string;
  /** Path of an SVG below the page's public files. */
  icon: string;
  launch: LaunchKind;
  secret?: string;
}

/** Reads the apps of the demo district's catalogue. */
export async function readDemoApps(): Promise<DemoApp[]> {
  const { apps } = JSON.parse(await readFile(CATALOGUE, "utf8")) as { apps: DemoApp[] };
  return apps;
}

/** Returns the app's icon as a data URL; null when there is no such file. */
export async function readIcon({ icon }: DemoApp): Promise<string | null> {
  const svg = await readFile(new URL(icon, PUBLIC)).catch(() => null);
  return svg && `data:image/svg+xml;base64,${svg.toString("base64")}`;
}
