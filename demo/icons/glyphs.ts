import type { GlyphTable } from "./draw.ts";
import { activity } from "./glyphs/activity.ts";
import { affairs } from "./glyphs/affairs.ts";
import { evaluate } from "./glyphs/evaluate.ts";
import { family } from "./glyphs/family.ts";
import { health } from "./glyphs/health.ts";
import { lab } from "./glyphs/lab.ts";
import { manage } from "./glyphs/manage.ts";
import { resource } from "./glyphs/resource.ts";
import { study } from "./glyphs/study.ts";
import { teach } from "./glyphs/teach.ts";

/** The glyph of each app of the demo catalogue, by the app's id. */
export const GLYPHS: GlyphTable = {
  ...study,
  ...teach,
  ...evaluate,
  ...family,
  ...affairs,
  ...resource,
  ...health,
  ...activity,
  ...manage,
  ...lab,
};
