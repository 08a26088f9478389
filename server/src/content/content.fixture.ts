import { makePerson, makeSchool } from "../../test/people.ts";
import type { Database } from "../database/database.ts";

/** Makes a district of two schools and a disabled one, a school of another district, and a person at each. */
export async function fillDistricts(db: Database): Promise<void> {
  const district = await makeSchool(db, { id: "district", kind: "district" });
  const other = await makeSchool(db, { id: "other-district", kind: "district" });
  const north = await makeSchool(db, { id: "north", parent_id: district });
  const south = await makeSchool(db, { id: "south", parent_id: district });
  const far = await makeSchool(db, { id: "far", parent_id: other });
  const gone = await makeSchool(db, { id: "gone", parent_id: district, is_abled: false });
  for (const [account, school] of Object.entries({ north, south, far, district })) {
    await makePerson(db, { account, memberships: [{ school, identity: "teacher" }] });
  }
  await makePerson(db, { account: "gone", memberships: [{ school: gone, identity: "teacher" }] });
  await makePerson(db, { account: "nobody" });
}
