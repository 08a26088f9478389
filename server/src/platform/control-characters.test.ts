import { expect, test } from "vitest";
import { hasControl, withoutControls } from "./control-characters.ts";

const all = Array.from({ length: 0x100 }, (_, code) => String.fromCharCode(code));
const isControl = (sign: string) => {
  const code = sign.charCodeAt(0);
  return code < 0x20 || (code >= 0x7f && code < 0xa0);
};

test("a text keeps tab and the ends of lines of its control characters, and all else", () => {
  const kept = all.filter((sign) => ["\t", "\n", "\r"].includes(sign) || !isControl(sign));
  expect(withoutControls(all.join(""))).toBe(kept.join(""));
  expect(withoutControls("林岚 👩‍🏫")).toBe("林岚 👩‍🏫");
});

test.each(all.filter(isControl))("a value of one line may not hold %j", (sign) => {
  expect(hasControl(`a${sign}b`)).toBe(true);
});

test("a value of one line may hold everything else", () => {
  expect(hasControl(all.filter((sign) => !isControl(sign)).join(""))).toBe(false);
});
