import { expect, test } from "vitest";
import { planFor, type WorkerRequest } from "./plan.ts";

const BASE = "https://gate.example.cn/platformEntry/";
const asked = (file: string, change: Partial<WorkerRequest> = {}): WorkerRequest => ({
  method: "GET",
  url: BASE + file,
  mode: "cors",
  cache: "default",
  partial: false,
  ...change,
});

test.each<[string, WorkerRequest, string]>([
  ["opening the page", asked("", { mode: "navigate" }), "page"],
  ["with a place in it", asked("#/home/index", { mode: "navigate" }), "page"],
  ["by its file", asked("index.html", { mode: "navigate" }), "page"],
  ["the page for old browsers", asked("old.html", { mode: "navigate" }), "leave"],
  ["a lesson opened in a tab", asked("demo-media/a.pdf", { mode: "navigate" }), "leave"],
  ["a script", asked("assets/home-a1.js"), "hashed"],
  ["a module's script", asked("assets/modules/profile/a1.js"), "hashed"],
  ["a script that is looked into", asked("assets/home-a1.js", { method: "HEAD" }), "suspect"],
  ["a script asked for past every cache", asked("assets/a.js", { cache: "no-store" }), "leave"],
  ["an app's icon", asked("icons/maths.svg", { mode: "no-cors" }), "lasting"],
  ["a colour sheet", asked("themes/3284DD.css"), "lasting"],
  ["a piece of a file", asked("brand/film.mp4", { partial: true }), "leave"],
  ["the operator's file", asked("config.json"), "leave"],
  ["the worker", asked("sw.js"), "leave"],
  ["whatever has a query", asked("assets/a.js?jwt=secret"), "leave"],
  ["the page with a query", asked("?jwt=secret", { mode: "navigate" }), "leave"],
  [
    "a call",
    asked("", { url: "https://gate.example.cn/dt-platform/v1/user/user/detail" }),
    "leave",
  ],
  [
    "a call with a token",
    asked("", { url: "https://gate.example.cn/dt-platform/v1/x?jwt=s" }),
    "leave",
  ],
  [
    "another server",
    asked("", { url: "https://cdn.example.cn/platformEntry/assets/a.js" }),
    "leave",
  ],
  ["something sent", asked("assets/a.js", { method: "POST" }), "leave"],
])("%s: %j is %s", (_what, request, plan) => {
  expect(planFor(request, BASE)).toBe(plan);
});
