import { expect, test } from "vitest";
import { makeOutboundFetch } from "./outbound-fetch.ts";

const bounds = { maxBodyBytes: 10, timeoutMs: 1000 };

test.each([
  ["https://push.example.cn:8443/1", "1.2.3.4"],
  ["https://push.example.cn:22/", "1.2.3.4"],
  ["https://1.2.3.4:993/", "1.2.3.4"],
])("%s is not called at another port than https's own, though public", async (url, address) => {
  const rules = { networks: [], setting: "PUSH_NETWORKS", httpsOnly: true, defaultPortOnly: true };
  const call = makeOutboundFetch({ ...rules, ...bounds }, (_host, done) =>
    done(null, [{ address, family: 4 }]),
  );
  await expect(call(url)).rejects.toMatchObject({ name: "AddressRefused" });
});
