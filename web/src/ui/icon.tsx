const EYE =
  "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Zm9.5 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z";

/** Icons as one path each, on a grid of 24, in the colour of the text around: those of the first load. */
const SHAPES = {
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm4.7-1.8L20 20",
  close: "m6 6 12 12M18 6 6 18",
  check: "m5 12.5 4.5 4.5L19 7.5",
  plus: "M12 5v14M5 12h14",
  "chevron-down": "m6 9.5 6 6 6-6",
  "arrow-left": "M19 12H5m6-6-6 6 6 6",
  edit: "M5 19h3.5L19 8.5 15.5 5 5 15.5V19Zm8.5-12 3.5 3.5",
  eye: EYE,
  "eye-off": `${EYE}M4 4l16 16`,
  warning: "M12 4 2.5 20h19L12 4Zm0 6v4.5m0 2.5v.01",
  box: "M4 13 6.5 5h11L20 13v6H4v-6Zm0 0h5l1 2.5h4l1-2.5h5",
  refresh: "M19.5 5v5h-5M19 10a7.5 7.5 0 1 0 .3 4.5",
} as const;

/** A path of `icon-shapes.ts`. */
type IconShape = `M${string}`;
export type IconName = keyof typeof SHAPES | IconShape;
export const ICON_NAMES = /* @__PURE__ */ Object.keys(SHAPES) as IconName[];

/** Decoration only: the words beside it, or the control's label, say what it means. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number | "1em" }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={SHAPES[name as keyof typeof SHAPES] ?? name} />
    </svg>
  );
}
