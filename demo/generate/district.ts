import { makeFamilies } from "./families.ts";
import { addMess } from "./mess.ts";
import type { District } from "./model.ts";
import { NAMED_ACCOUNTS, addNamedAdults } from "./named-people.ts";
import { makeRandom } from "./random.ts";
import { makeRegistry } from "./registry.ts";
import { SCHOOLS, makeHomerooms } from "./schools.ts";
import { makeStaff } from "./staff.ts";

/** The generator's seed; another number makes another district. */
const SEED = 20_260_901;

/** Makes the whole demo district, the same on every machine. */
export function makeDistrict(): District {
  const random = makeRandom(SEED);
  const registry = makeRegistry(random, NAMED_ACCOUNTS);
  const homerooms = SCHOOLS.flatMap((school) => makeHomerooms(random, school));
  addNamedAdults(registry);
  const { lessons, heads } = makeStaff(random, registry, homerooms);
  const pupils = makeFamilies(random, registry, homerooms);
  addMess(registry, homerooms, pupils);
  return { homerooms, people: registry.people, lessons, heads, pupils };
}
