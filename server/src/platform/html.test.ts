import { expect, test } from "vitest";
import { asMarkup, html, xml } from "./html.ts";

test.each([
  ["text", html`<p>${"<script>"}</p>`, "<p>&lt;script&gt;</p>"],
  ["a quoted attribute", html`<a href="${`"'&`}">`, '<a href="&quot;&#39;&amp;">'],
  ["a number", html`${7}`, "7"],
  ["nothing", html`a${undefined}${null}${false}${""}b`, "ab"],
  ["markup inside of markup", html`<ul>${html`<li>${"<"}</li>`}</ul>`, "<ul><li>&lt;</li></ul>"],
  ["a list", html`${["<", html`<br>`]}`, "&lt;<br>"],
  ["a text of our own", html`<style>${asMarkup("a>b{}")}</style>`, "<style>a>b{}</style>"],
  ["what XML cannot hold", xml`<n>${"a\u0000\u0007\uffff&\tb"}</n>`, "<n>a&amp;\tb</n>"],
])("%s", (_what, markup, text) => {
  expect(String(markup)).toBe(text);
});
