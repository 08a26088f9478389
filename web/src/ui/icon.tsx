import type { ReactNode } from "react";

/** Drawn on a 24 grid, one stroke, in the colour of the text around. */
const SHAPES = {
  search: <path d="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm4.7-1.8L20 20" />,
  close: <path d="m6 6 12 12M18 6 6 18" />,
  check: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  plus: <path d="M12 5v14M5 12h14" />,
  minus: <path d="M5 12h14" />,
  "chevron-down": <path d="m6 9.5 6 6 6-6" />,
  "arrow-up": <path d="M12 19V5m-6 6 6-6 6 6" />,
  "arrow-down": <path d="M12 5v14m6-6-6 6-6-6" />,
  "arrow-left": <path d="M19 12H5m6-6-6 6 6 6" />,
  edit: <path d="M5 19h3.5L19 8.5 15.5 5 5 15.5V19Zm8.5-12 3.5 3.5" />,
  grip: <path d="M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01" strokeWidth="2.6" />,
  eye: (
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Zm9.5 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z" />
  ),
  "eye-off": (
    <path d="M4 4l16 16M9.9 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-3 3.7M6.3 7.4A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.7-1.3M9.9 9.9a3 3 0 0 0 4.2 4.2" />
  ),
  user: <path d="M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.6-4 3.6-6 7.5-6s6.9 2 7.5 6" />,
  swap: <path d="M4 8.5h15m-4-4 4 4-4 4M20 15.5H5m4-4-4 4 4 4" />,
  school: <path d="M4 20V9.5L12 4l8 5.5V20M2.5 20h19M9.5 20v-5.5h5V20M12 9.5v.01" />,
  palette: (
    <path d="M12 3.5a8.5 8.5 0 1 0 0 17c1.5 0 2-.9 2-1.8 0-1.2-1-1.5-1-2.5s.8-1.7 2-1.7h2c2 0 3.5-1.4 3.5-3.5 0-4.3-3.7-7.5-8.5-7.5ZM7.5 12h.01M10 8h.01M14.5 8h.01" />
  ),
  "sign-out": <path d="M10 4H5v16h5m4.5-4 4-4-4-4m4 4H9.5" />,
  "full-screen": <path d="M4 9V4h5m6 0h5v5m0 6v5h-5m-6 0H4v-5" />,
  "exit-full-screen": <path d="M9 4v5H4m16 0h-5V4m0 16v-5h5M4 15h5v5" />,
  warning: <path d="M12 4 2.5 20h19L12 4Zm0 6v4.5m0 2.5v.01" />,
  info: <path d="M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17Zm0-9.5v5.5M12 7.5v.01" />,
  box: <path d="M4 13 6.5 5h11L20 13v6H4v-6Zm0 0h5l1 2.5h4l1-2.5h5" />,
  clock: <path d="M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7v5l3.5 2" />,
  star: (
    <path d="m12 3.5 2.6 5.5 6 .8-4.4 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9L3.4 9.8l6-.8L12 3.5Z" />
  ),
  refresh: <path d="M19.5 5v5h-5M19 10a7.5 7.5 0 1 0 .3 4.5" />,
} as const satisfies Record<string, ReactNode>;

export type IconName = keyof typeof SHAPES;

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
      {SHAPES[name]}
    </svg>
  );
}
