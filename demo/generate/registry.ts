import { pinyin } from "pinyin-pro";
import { makeName } from "./names.ts";
import type { Gender, Person, PersonName } from "./model.ts";
import type { Random } from "./random.ts";

/** The first digits of a block of numbers that no carrier has assigned: 199 0000 0000 to 199 0000 9999. */
const MOBILE_PREFIX = "1990000";
const EMAIL_DOMAIN = "chenxi.example";

interface Wanted {
  id: string;
  gender: Gender;
  birthDate: string;
  family?: string;
  /** The contacts that a person gets: adults a mobile, staff also an e-mail address. */
  reach: "none" | "mobile" | "mobile-and-email";
}

/** The district's people; assigns unique accounts and numbers. */
export interface Registry {
  readonly people: Person[];
  /** Adds a person with a fitting name. */
  add(wanted: Wanted): Person;
  /** Adds a person whose name and account are given. */
  addNamed(wanted: Wanted & { account: string; name: PersonName }): Person;
}

export function makeRegistry(random: Random, reserved: readonly string[]): Registry {
  const taken = new Set(reserved);
  const numbers = random.shuffled(Array.from({ length: 10_000 }, (_, number) => number));
  const people: Person[] = [];

  /** Returns the name's pinyin, followed by the lowest number from 2 where it is taken. */
  function freeAccount(name: PersonName): string {
    const plain = accountOf(name);
    let account = plain;
    for (let number = 2; taken.has(account); number += 1) account = `${plain}${number}`;
    taken.add(account);
    return account;
  }

  function put(wanted: Wanted, name: PersonName, account: string): Person {
    const number = wanted.reach === "none" ? undefined : numbers.pop();
    const person: Person = {
      id: wanted.id,
      name,
      account,
      gender: wanted.gender,
      birthDate: wanted.birthDate,
      mobile: number === undefined ? "" : MOBILE_PREFIX + String(number).padStart(4, "0"),
      email: wanted.reach === "mobile-and-email" ? `${account}@${EMAIL_DOMAIN}` : "",
      identifier: "",
      grade: "",
      admissionDate: "",
      roles: [],
      guardians: [],
    };
    people.push(person);
    return person;
  }

  return {
    people,
    add(wanted) {
      const birthYear = Number(wanted.birthDate.slice(0, 4));
      const name = makeName(random, wanted.gender, birthYear, wanted.family);
      return put(wanted, name, freeAccount(name));
    },
    addNamed: (wanted) => put(wanted, wanted.name, wanted.account),
  };
}

/** Returns the pinyin of a name as accounts write it: no tones, no spaces, ü as v. */
export function accountOf(name: PersonName): string {
  return pinyin(name.family + name.given, {
    toneType: "none",
    type: "array",
    surname: "head",
    v: true,
  }).join("");
}
