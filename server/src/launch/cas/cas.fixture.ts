import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { makeApps, makeClass } from "../../../test/apps.ts";
import { makePerson, makeSchool } from "../../../test/people.ts";
import type { Database } from "../../database/database.ts";

export const LIBRARY = "https://library.example/cas?from=gate";

/** Opens a service's own server, which is notified of logouts; `receive` gets each message. */
export async function openService(receive: (received: { path: string; body: string }) => void) {
  const service = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      receive({ path: request.url ?? "", body });
      response.end();
    });
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  const { port } = service.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/told`, close: () => service.close() };
}

/**
 * Makes two schools, lin of the first, and services: one that is notified of logouts at `notifiedUrl`, and three
 * others.
 */
export async function fillServices(db: Database, notifiedUrl: string): Promise<void> {
  const primary = await makeSchool(db, { id: "primary", name: "启明<小学>" });
  const junior = await makeSchool(db, { id: "junior", name: "启明中学" });
  const linId = await makePerson(db, {
    account: "lin",
    name: "林&岚",
    memberships: [
      { school: primary, identity: "teacher" },
      { school: primary, identity: "parent" },
    ],
  });
  await makePerson(db, { account: "sun", memberships: [{ school: junior, identity: "teacher" }] });
  await makePerson(db, { account: "nobody" });
  await makeClass(db, primary, { id: "c32", grade_id: "3", teachers: [linId] });
  await makeClass(db, primary, { id: "c33", grade_id: "3", teachers: [linId] });
  const claims = ["name", "identity", "school", "classes"];
  const cas = { launch: "cas" as const, claims };
  await makeApps(db, [
    {
      id: "library",
      ...cas,
      url: LIBRARY,
      roles: ["teacher"],
      school_ids: ["primary"],
      settings: {
        services: [LIBRARY, "https://library.example/"],
        single_logout: true,
        single_logout_url: notifiedUrl,
      },
    },
    {
      id: "silent",
      launch: "cas",
      url: "https://silent.example/",
      settings: { services: ["https://silent.example/"] },
    },
    { id: "unset", ...cas, url: "https://unset.example/" },
    {
      id: "safe",
      ...cas,
      url: "https://safe.example/",
      step_up: true,
      settings: { services: ["https://safe.example/"] },
    },
  ]);
}
