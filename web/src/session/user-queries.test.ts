import { afterEach, expect, test } from "vitest";
import { chosenChild } from "./own-child.ts";
import { session } from "./session.ts";
import { ofChild } from "./user-queries.ts";

const FRESH = session.getState();
afterEach(() => {
  session.setState(FRESH, true);
  chosenChild.setState({ id: null });
});

test("a parent searches for the child in the bar, and nobody else for one (SF-03)", () => {
  const children = ["elder", "younger"].map((id) => ({
    id,
    name: id,
    avatar: null,
    school: null,
    classes: [],
  }));
  session.setState({ user: { id: "u1", children }, identity: "parent" });
  expect(ofChild()).toEqual({ child_id: "elder" });
  chosenChild.setState({ id: "younger" });
  expect(ofChild()).toEqual({ child_id: "younger" });
  session.setState({ identity: "teacher" });
  expect(ofChild()).toEqual({});
});
