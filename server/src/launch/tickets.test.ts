import { expect, it } from "vitest";
import { withTicket } from "./tickets.ts";

it.each([
  ["https://a.example/x", "https://a.example/x?ticket=T"],
  ["https://a.example/x?k=a%20b&flag", "https://a.example/x?k=a%20b&flag&ticket=T"],
  ["https://a.example/x?", "https://a.example/x?ticket=T"],
  ["https://a.example/x?k=1&", "https://a.example/x?k=1&ticket=T"],
  ["https://a.example/#/home?tab=1", "https://a.example/?ticket=T#/home?tab=1"],
  ["https://a.example/x?k=1#a#b", "https://a.example/x?k=1&ticket=T#a#b"],
])("adds the ticket to %s", (address, wanted) => {
  expect(withTicket(address, "T")).toBe(wanted);
});
