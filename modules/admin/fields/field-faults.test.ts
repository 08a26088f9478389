import { expect, test } from "vitest";
import { fieldFaults } from "./field-faults.ts";

const refused = (...errors: [path: string, message: string][]) => ({
  data: { errors: errors.map(([path, message]) => ({ path, message })) },
});

test("a field names every fault of its parts, each once", () => {
  const error = refused(
    ["settings.redirect_uris", "redirect_uris 无法使用。"],
    ["settings.jwks_uri", "jwks_uri 无法使用。"],
    ["settings.jwks_uri", "jwks_uri 无法使用。"],
    ["url", "地址应以 https:// 开头。"],
    ["elsewhere", "别处有误。"],
  );
  expect(fieldFaults(error, "", ["settings", "url"])).toEqual({
    fields: {
      settings: "redirect_uris 无法使用。jwks_uri 无法使用。",
      url: "地址应以 https:// 开头。",
    },
    form: "请检查标出的内容。别处有误。",
  });
});

test("of two faults of one field the first is said", () => {
  const error = refused(["name", "请填写名称。"], ["name", "名称至少一个字。"]);
  expect(fieldFaults(error, "", ["name"]).fields).toEqual({ name: "请填写名称。" });
});

test("the whole form's fault names the fields where it is told how", () => {
  const error = refused(["name", "请填写名称。"], ["elsewhere", "别处有误。"]);
  expect(fieldFaults(error, "", ["name"], "“名称”").form).toBe("请检查“名称”。别处有误。");
});
