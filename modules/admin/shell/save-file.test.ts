import { afterEach, expect, test, vi } from "vitest";
import { saveFile } from "./save-file.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a file keeps its address after the click: Safari reads it only then", () => {
  const link = { click: vi.fn() };
  vi.stubGlobal("document", { createElement: () => link });
  const later = vi.fn<(end: () => void) => void>();
  vi.stubGlobal("setTimeout", later);
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:here");
  const ended = vi.spyOn(URL, "revokeObjectURL").mockReturnValue();
  saveFile("人员.csv", "a,b", "text/csv");
  expect(link).toMatchObject({ href: "blob:here", download: "人员.csv" });
  expect(link.click).toHaveBeenCalledOnce();
  expect(ended).not.toHaveBeenCalled();
  later.mock.calls[0]?.[0]();
  expect(ended).toHaveBeenCalledWith("blob:here");
});
