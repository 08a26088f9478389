import { expect, test } from "vitest";
import { roomText } from "./room-text.ts";

test.each([
  ["102", "102\u00A0教室"],
  ["301A", "301A\u00A0教室"],
  ["B204", "B204\u00A0教室"],
  ["102 教室", "102 教室"],
  ["音乐教室", "音乐教室"],
  ["3-201", "3-201"],
  ["", ""],
])("the room %j is said as %j", (room, text) => {
  expect(roomText(room)).toBe(text);
});
