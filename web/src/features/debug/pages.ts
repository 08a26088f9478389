// The debugging pages by name, each a chunk of its own: reached through here, so that the first load does not carry
// the list of their files.
export const webrtc = () => import("./webrtc/page.tsx");
export const font = () => import("./font/page.tsx");
export const pc = () => import("./pc/page.tsx");
