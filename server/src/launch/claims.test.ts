import { describe, expect, it } from "vitest";
import type { Claims } from "#contract";
import { allowedClaims, pairwiseSubject } from "./claims.ts";

describe("pairwiseSubject (LA-04)", () => {
  const key = Buffer.alloc(32, 7).toString("base64url");

  it("is stable, and says nothing of the person", () => {
    const subject = pairwiseSubject(key, "homework", "linlan");
    expect(subject).toBe(pairwiseSubject(key, "homework", "linlan"));
    expect(subject).toMatch(/^[\w-]{43}$/);
  });

  it("differs between apps, people and deployments, however the ids are cut", () => {
    const other = Buffer.alloc(32, 8).toString("base64url");
    const subjects = [
      pairwiseSubject(key, "homework", "linlan"),
      pairwiseSubject(key, "leave", "linlan"),
      pairwiseSubject(key, "homework", "sunhao"),
      pairwiseSubject(key, "homeworkl", "inlan"),
      pairwiseSubject(other, "homework", "linlan"),
    ];
    expect(new Set(subjects).size).toBe(subjects.length);
  });
});

describe("allowedClaims", () => {
  const whole: Required<Claims> = {
    sub: "s",
    name: "林岚",
    identity: "teacher",
    school: { id: "q", name: "启明小学" },
    classes: [],
  };

  it("tells nothing but the subject unless the entry allows it", () => {
    expect(allowedClaims(whole, [])).toEqual({ sub: "s" });
  });

  it("tells what is allowed and nothing else", () => {
    expect(allowedClaims(whole, ["identity", "name", "mobile"])).toEqual({
      sub: "s",
      name: "林岚",
      identity: "teacher",
    });
  });
});
