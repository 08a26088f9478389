import { Type, type TSchema } from "typebox";
import { PASSWORD_MIN_LENGTH } from "./password-rule.ts";
import { IDENTITIES } from "./role.ts";

/** Schema types that several features share. */
export const Id = Type.String({ minLength: 1, maxLength: 64 });
export const IdentitySchema = Type.Enum(IDENTITIES);
/** ISO 8601 with zone. */
export const Time = Type.String({ format: "date-time" });
export const Nothing = Type.Object({});
/** A password of a person's own choice; `passwordFault` says what else is wanted of it. */
export const NewPassword = Type.String({
  minLength: PASSWORD_MIN_LENGTH,
  maxLength: 128,
  description: "新密码：至少 8 位，与账号不同，不容易被猜到",
});

const HEX = "[0-9a-fA-F]";
/**
 * The key of an attempt at making something, the same when it is sent again because no answer came: what the first call with
 * it has made is answered, and nothing is made again (docs/decisions/100-one-attempt-one-act.md).
 */
export const Attempt = Type.Optional(
  Type.String({
    format: "uuid",
    // the format alone takes a URN too
    pattern: `^${HEX}{8}-${HEX}{4}-${HEX}{4}-${HEX}{4}-${HEX}{12}$`,
    description:
      "这次提交的编号，由调用方生成。没有等到回答、原样再发时带上同一个，不会重复提交，返回第一次的结果",
  }),
);

/**
 * Marks in an answer's schema the value that a page takes where another server leaves the field out, or sends an unknown
 * word (RQ-08). Without it a text is empty, a number 0, a flag false; a list's entry with an unknown word is left out.
 */
export function otherwise<T>(value: T): { "x-otherwise": T } {
  return { "x-otherwise": value };
}

export function Nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** Declares the cursor of a list that is read page by page: `next` of the page before, at most so long; missing for the first page. */
export function After(maxLength: number) {
  return Type.Optional(
    Type.String({ maxLength, description: "上一页的 next，原样带回；第一页不写" }),
  );
}

/** The cursor for the page after this one; null at the end of the list. */
export const Next = Nullable(Type.String({ description: "取下一页时写在 after；没有更多时为空" }));

/** A limit of a list to one school or district of the caller's scope. */
export const Within = Type.Optional(
  Type.String({ minLength: 1, maxLength: 64, description: "只看这所学校或区域" }),
);
