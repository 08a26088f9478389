import type { Announcements, ScreenReaderInstructions, UniqueIdentifier } from "@dnd-kit/core";

/** The drag context's ids: an app may be in both panes. */
export const ALL_PANE = "pane-all";
export const MINE_PANE = "pane-mine";
const ALL_PREFIX = "all:";
export const allItem = (appId: string) => `${ALL_PREFIX}${appId}`;
export const isFromAll = (id: UniqueIdentifier) => String(id).startsWith(ALL_PREFIX);
export const appIdOf = (id: UniqueIdentifier) =>
  isFromAll(id) ? String(id).slice(ALL_PREFIX.length) : String(id);

export const INSTRUCTIONS: ScreenReaderInstructions = {
  draggable: "按方向键移动一格。也可以按空格键拿起，用方向键移动，再按空格键放下，按 Esc 键取消。",
};

/** Texts for a screen reader while an app is dragged. */
export function announcementsFor(
  nameOf: (appId: string) => string,
  ids: readonly string[],
): Announcements {
  const name = (id: UniqueIdentifier) => `“${nameOf(appIdOf(id))}”`;
  const place = (id: UniqueIdentifier) =>
    `第 ${ids.indexOf(String(id)) + 1} 位，共 ${ids.length} 位`;
  return {
    onDragStart: ({ active }) => `已拿起${name(active.id)}。`,
    onDragOver: ({ active, over }) => {
      if (over === null) return `${name(active.id)}不在可以放下的地方。`;
      if (over.id === ALL_PANE) return `放下就移除${name(active.id)}。`;
      if (over.id === MINE_PANE) return `放下就把${name(active.id)}加到我的快捷应用。`;
      return `${name(active.id)}移到${place(over.id)}。`;
    },
    onDragEnd: ({ active, over }) => {
      if (over === null) return `已放下${name(active.id)}，没有变化。`;
      if (over.id === ALL_PANE) return `已移除${name(active.id)}。`;
      if (over.id === MINE_PANE) return `已添加${name(active.id)}。`;
      return `已把${name(active.id)}放到${place(over.id)}。`;
    },
    onDragCancel: ({ active }) => `已取消移动，${name(active.id)}回到原处。`,
  };
}
