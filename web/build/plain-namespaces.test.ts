import { expect, test } from "vitest";
import { withPlainNamespaces } from "./plain-namespaces.ts";

test("an object of exports becomes a literal of getters, without the helper", () => {
  const code = `import { n as __exportAll } from "./rolldown-runtime-!~{01}~.js";
import { t as other } from "./other.js";
var page_exports = /* @__PURE__ */ __exportAll({
	default: () => Page,
	$open: () => open$1
});
export { page_exports as t };
`;
  expect(withPlainNamespaces(code)).toBe(`import { t as other } from "./other.js";
var page_exports = {
	get default() { return Page; },
	get $open() { return open$1; }
};
export { page_exports as t };
`);
});

test("an object of another form fails the build", () => {
  expect(() => withPlainNamespaces("var a = __exportAll(list);")).toThrow("no longer");
});
