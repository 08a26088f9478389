import type { FastifyInstance } from "fastify";
import { readGrowthRecord } from "#contract";
import { recordChildRead } from "../audit/child-read.ts";
import { findPupil } from "../class-roster/api.ts";
import { readOwnChildren } from "../family/api.ts";
import { Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import type { MemberCaller } from "../session/caller.ts";
import { readGrowth } from "./growth.ts";

/** Lets handlers read a child at another school than the parent's. */
const ACROSS = { across: "family" } as const;

interface Person {
  id: string;
  name: string;
  /** The school whose part of the record is shown; absent: all of it. */
  school_id?: string;
}

/** Serves what apps sent that makes up a pupil's growth record (HO-05): to the pupil, a parent, and the head-teacher. */
export async function growthRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app;
  serve(
    app,
    readGrowthRecord,
    async ({ input: { user_id }, caller, request }) => {
      const people =
        user_id === undefined ? await ownPeople(caller) : [await pupil(caller, user_id)];
      if (user_id !== undefined && user_id !== caller.user_id && caller.identity !== "parent") {
        const object = { kind: "growth-record", id: user_id };
        await recordChildRead(app, request, [user_id], { object });
      }
      const cards = await Promise.all(people.map((one) => readGrowth(db, one.id, one.school_id)));
      return { people: people.map(({ id, name }, nth) => ({ id, name, cards: cards[nth] ?? [] })) };
    },
    ACROSS,
  );

  /** The pupil, or a parent's children; nobody under another identity. */
  async function ownPeople({ identity, person, user_id }: MemberCaller): Promise<Person[]> {
    if (identity === "student") return [{ id: user_id, name: person.name }];
    if (identity !== "parent") return [];
    return (await readOwnChildren(db, user_id, app.now())).map(({ id, name }) => ({ id, name }));
  }

  async function pupil(caller: MemberCaller, id: string): Promise<Person> {
    const found = (await ownPeople(caller)).find((one) => one.id === id);
    if (found !== undefined) return found;
    const { identity, user_id, school } = caller;
    const isStaff = identity === "teacher" || identity === "manager";
    const headed = isStaff
      ? await findPupil(db, id, [{ by: "head-teacher", user_id, school_id: school.id }])
      : undefined;
    if (headed === undefined) throw new Refusal("notFound");
    return { ...headed, school_id: school.id };
  }
}
