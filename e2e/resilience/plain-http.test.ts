import { expect, test } from "vitest";
import { newPerson } from "../harness/browser.ts";
import { setUpAuthenticator } from "../harness/factors.ts";
import { openFor, Stage } from "../harness/stage.ts";
import { openSignedIn } from "../harness/steps.ts";

// a name that browsers do not know for the machine itself: over plain http its pages are no secure context
const stage = openFor(
  new Stage({
    host: "school.example",
    switches: ["--host-resolver-rules=MAP *.example 127.0.0.1"],
  }),
);

test("recovery codes are copied where the page has no clipboard of its own (SE-10)", async () => {
  const { context, page, faults } = await newPerson(stage.browser);
  await openSignedIn(page, stage.platform, "chenjing");
  await expect
    .poll(() => page.evaluate(() => isSecureContext || "clipboard" in navigator))
    .toBe(false);
  const { codes } = await setUpAuthenticator(page, stage.platform);
  const copy = page.getByRole("button", { name: "复制", exact: true });
  await copy.click();
  await page.getByText("已复制", { exact: true }).waitFor();
  // pasted as it was copied, and the focus stays for the next key
  await page.getByRole("combobox", { name: "搜索应用和资源" }).focus();
  await page.keyboard.press("Control+V");
  const pasted = await page.getByRole("combobox", { name: "搜索应用和资源" }).inputValue();
  expect(pasted).toContain(codes[0]);
  expect(faults).toEqual([]);
  await context.close();
});
