import { createChallenge, solveChallenge, verifySolution } from "altcha-lib";
import { deriveKey as theirs } from "altcha-lib/algorithms/sha";
import { expect, test } from "vitest";
import { deriveKey } from "./derive-key.ts";

test.each([1, 2, 64])("%i rounds come to what ALTCHA's own server computes", async (cost) => {
  const hmacSignatureSecret = "secret";
  const challenge = await createChallenge({
    algorithm: "SHA-256",
    cost,
    counter: 25,
    deriveKey: theirs,
    hmacSignatureSecret,
  });
  const solution = await solveChallenge({ challenge, deriveKey });
  expect(solution?.counter).toBe(25);
  if (solution === null) return;
  const result = await verifySolution({
    challenge,
    solution,
    deriveKey: theirs,
    hmacSignatureSecret,
  });
  expect(result.verified).toBe(true);
});
