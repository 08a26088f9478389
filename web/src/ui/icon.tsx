/** Icons as one path each, on a grid of 24, in the colour of the text around. */
const SHAPES = {
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm4.7-1.8L20 20",
  close: "m6 6 12 12M18 6 6 18",
  check: "m5 12.5 4.5 4.5L19 7.5",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  "chevron-down": "m6 9.5 6 6 6-6",
  "arrow-left": "M19 12H5m6-6-6 6 6 6",
  edit: "M5 19h3.5L19 8.5 15.5 5 5 15.5V19Zm8.5-12 3.5 3.5",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Zm9.5 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z",
  "eye-off":
    "M4 4l16 16M9.9 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-3 3.7M6.3 7.4A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.7-1.3M9.9 9.9a3 3 0 0 0 4.2 4.2",
  "sign-out": "M10 4H5v16h5m4.5-4 4-4-4-4m4 4H9.5",
  "full-screen": "M4 9V4h5m6 0h5v5m0 6v5h-5m-6 0H4v-5",
  "exit-full-screen": "M9 4v5H4m16 0h-5V4m0 16v-5h5M4 15h5v5",
  warning: "M12 4 2.5 20h19L12 4Zm0 6v4.5m0 2.5v.01",
  box: "M4 13 6.5 5h11L20 13v6H4v-6Zm0 0h5l1 2.5h4l1-2.5h5",
  refresh: "M19.5 5v5h-5M19 10a7.5 7.5 0 1 0 .3 4.5",
} as const;

export type IconName = keyof typeof SHAPES;
export const ICON_NAMES = /* @__PURE__ */ Object.keys(SHAPES) as IconName[];

/** Decoration only: the words beside it, or the control's label, say what it means. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
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
      <path d={SHAPES[name]} />
    </svg>
  );
}
