import { Type, type Static } from "typebox";
import { IdentitySchema, Time } from "./schema.ts";

/** Badges, to-dos and cards that apps send for their people, server to server (IN-06, docs/apps.md). */

/** Items that one call brings at most. */
export const MAX_APP_BATCH_ITEMS = 500;
export const CARD_KINDS = ["lesson", "homework", "figure", "list", "medal"] as const;

const closed = { additionalProperties: false };
const Words = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const Key = Type.String({ pattern: "^[\\w.:-]{1,64}$" });
const Sub = Type.String({ minLength: 1, maxLength: 200 });
const Version = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Shared = {
  version: Version,
  // missing: under each identity under which the person sees the app
  identity: Type.Optional(IdentitySchema),
};
const Link = Type.Optional(Type.String({ minLength: 1, maxLength: 1000 }));

/** A number or a dot on the app's tile; a count of 0 takes it away. */
export const AppBadge = Type.Object(
  {
    version: Version,
    identity: IdentitySchema,
    count: Type.Optional(Type.Integer({ minimum: 0, maximum: 9999 })),
    dot: Type.Optional(Type.Boolean()),
  },
  closed,
);
export type AppBadge = Static<typeof AppBadge>;
export const AppTodo = Type.Object(
  {
    ...Shared,
    title: Words(60),
    due: Type.Optional(Time),
    link: Link,
    done: Type.Optional(Type.Boolean()),
  },
  closed,
);
export type AppTodo = Static<typeof AppTodo>;
/** A card of home; `NEEDED` says which fields each kind wants. */
export const AppCard = Type.Object(
  {
    ...Shared,
    kind: Type.Enum([...CARD_KINDS]),
    title: Words(40),
    note: Type.Optional(Words(60)),
    link: Link,
    due: Type.Optional(Time),
    starts: Type.Optional(Time),
    ends: Type.Optional(Time),
    until: Type.Optional(Time),
    value: Type.Optional(Words(12)),
    unit: Type.Optional(Words(8)),
    lines: Type.Optional(
      Type.Array(Type.Object({ text: Words(40), note: Type.Optional(Words(20)) }, closed), {
        minItems: 1,
        maxItems: 5,
      }),
    ),
  },
  closed,
);
export type AppCard = Static<typeof AppCard>;
/** Query of a `DELETE`: the version of the deletion, and where it counts. */
export const AppDeletion = Type.Object(
  {
    version: Version,
    identity: Type.Optional(IdentitySchema),
  },
  closed,
);
export type AppDeletion = Static<typeof AppDeletion>;
/** The part of an item's address that names it. */
export const AppItemKey = Type.Object({ key: Key }, closed);
const Named = { sub: Sub, key: Key };
export const AppBatch = Type.Object(
  {
    badges: Type.Optional(
      Type.Array(Type.Object({ sub: Sub, ...AppBadge.properties }, closed), {
        maxItems: MAX_APP_BATCH_ITEMS,
      }),
    ),
    todos: Type.Optional(
      Type.Array(Type.Object({ ...Named, ...AppTodo.properties }, closed), {
        maxItems: MAX_APP_BATCH_ITEMS,
      }),
    ),
    cards: Type.Optional(
      Type.Array(Type.Object({ ...Named, ...AppCard.properties }, closed), {
        maxItems: MAX_APP_BATCH_ITEMS,
      }),
    ),
    deletions: Type.Optional(
      Type.Array(
        Type.Object(
          {
            sub: Sub,
            kind: Type.Enum(["badge", "todo", "card"]),
            key: Type.Optional(Key),
            ...AppDeletion.properties,
          },
          closed,
        ),
        { maxItems: MAX_APP_BATCH_ITEMS },
      ),
    ),
  },
  closed,
);
export type AppBatch = Static<typeof AppBatch>;
