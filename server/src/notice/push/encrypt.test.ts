import { createECDH } from "node:crypto";
import { expect, test } from "vitest";
import { CURVE, encryptFor } from "./encrypt.ts";

/** The example in appendix A of RFC 8291. */
test("a text is encrypted as in the published example", () => {
  const own = createECDH(CURVE);
  own.setPrivateKey("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", "base64url");
  const keys = {
    p256dh:
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  };
  const salt = Buffer.from("DGv6ra1nlYgDCS1FRnbzlw", "base64url");
  const sent = encryptFor(keys, "When I grow up, I want to be a watermelon", { salt, own });
  expect(sent.toString("base64url")).toBe(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
});
