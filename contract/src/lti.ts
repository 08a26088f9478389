import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { Launch } from "./launch.ts";
import { Id } from "./schema.ts";
import { OwnProof } from "./second-factor.ts";

/** Content of a tool that a teacher chose for a class. */
export const Content = Type.Object({
  id: Id,
  app_id: Id,
  class_id: Id,
  title: Type.String(),
  text: Type.String(),
});
export type Content = Static<typeof Content>;

/** Sends a teacher to a tool to choose content for one of their classes (LTI Deep Linking). */
export const chooseContent = declareCall({
  method: "POST",
  path: "/dt-platform/v1/sso/api/lti/choose",
  who: { identities: ["teacher"] },
  summary: "到 LTI 工具中为自己的一个班级选择内容",
  feature: "launch",
  input: Type.Object({ app_id: Id, class_id: Id, ...OwnProof.properties }),
  answer: Launch,
});

export const readContents = declareCall({
  method: "GET",
  path: "/dt-platform/v1/sso/api/lti/contents",
  who: "member",
  summary: "老师为自己的班级（家长：孩子的班级）选好的内容，最新在前",
  feature: "launch",
  input: Type.Object({ class_id: Type.Optional(Id) }),
  answer: Type.Object({ contents: Type.Array(Content) }),
});

export const openContent = declareCall({
  method: "POST",
  path: "/dt-platform/v1/sso/api/lti/open",
  who: "member",
  summary: "取得打开一项内容的地址",
  feature: "launch",
  input: Type.Object({ id: Id, ...OwnProof.properties }),
  answer: Launch,
});

export const removeContent = declareCall({
  method: "POST",
  path: "/dt-platform/v1/sso/api/lti/remove",
  who: { identities: ["teacher"] },
  summary: "从自己的班级移除一项内容，连同它的成绩项",
  feature: "launch",
  input: Type.Object({ id: Id }),
  answer: Type.Object({}),
});
