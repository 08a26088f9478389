import {
  CALLS,
  IDENTITY_NAMES,
  REFUSALS,
  RIGHT_NAMES,
  type Call,
  type RefusalName,
  type Who,
} from "#contract";
import { described, EXAMPLES, FEATURE_NAMES } from "#contract/examples";

type Json = Record<string, unknown>;

interface Shown {
  readonly description: string;
  readonly input: object;
  readonly answer: unknown;
}

/** Every code with its HTTP status and sentence, for readers of the page. */
const CODES = Object.values(REFUSALS)
  .map(({ status, code, msg }) => `- \`${code}\`（HTTP ${status}）${msg}`)
  .join("\n");

/** Returns the platform's calls as OpenAPI 3.1, made from the contract: there is no second description. */
export function openApi(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, call] of Object.entries<Call>(CALLS)) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(name, call) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "学门接口",
      version,
      description:
        '浏览器、客户端与应用共用的接口。成功时 HTTP 状态为 200，内容为 `{code: 200, data, msg: "ok"}`；失败时 `code` 与 `msg` 说明原因。',
    },
    servers: [{ url: "/" }],
    tags: [...new Set(Object.values<Call>(CALLS).map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "登录得到的令牌" },
        jwt: { type: "apiKey", in: "query", name: "jwt", description: "同一令牌" },
        cookie: { type: "apiKey", in: "cookie", name: "token", description: "只能用于 GET" },
        app: { type: "http", scheme: "basic", description: "应用 id 与密钥" },
      },
      schemas: {
        Failure: {
          type: "object",
          required: ["code", "data", "msg"],
          properties: {
            code: {
              enum: [...new Set(Object.values(REFUSALS).map(({ code }) => code))],
              description: CODES,
            },
            data: { type: ["object", "null"] },
            msg: { type: "string", description: "给用户看的中文说明" },
          },
        },
      },
    },
  };
}

function operation(name: string, call: Call): Json {
  const shown = (EXAMPLES as Readonly<Record<string, Shown | undefined>>)[name];
  const input = described(name, call.input);
  const body = { schema: input, ...(shown && { example: shown.input }) };
  return {
    operationId: name,
    tags: [tagOf(call)],
    summary: call.summary,
    description: [shown?.description, whoMay(call.who)].filter(Boolean).join("\n\n"),
    security: securityOf(call.who),
    parameters: [...headersOf(call.who), ...(call.method === "GET" ? queryOf(input, shown) : [])],
    ...(call.method === "POST" && {
      requestBody: {
        content: { "application/json": body, "application/x-www-form-urlencoded": body },
      },
    }),
    responses: responsesOf(call, described(name, call.answer), shown),
  };
}

function tagOf({ feature }: Call): string {
  return FEATURE_NAMES[feature] ?? feature;
}

function queryOf(input: unknown, shown: Shown | undefined): Json[] {
  const { properties = {}, required = [] } = input as {
    properties?: Record<string, { description?: string }>;
    required?: string[];
  };
  const examples = new Map<string, unknown>(Object.entries(shown?.input ?? {}));
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
    ...(examples.has(name) && { example: examples.get(name) }),
    ...(schema.description !== undefined && { description: schema.description }),
  }));
}

function responsesOf({ cached, who }: Call, answer: unknown, shown: Shown | undefined): Json {
  const envelope = {
    type: "object",
    required: ["code", "data", "msg"],
    properties: { code: { const: 200 }, data: answer, msg: { const: "ok" } },
  };
  const success = {
    schema: envelope,
    ...(shown && { example: { code: 200, data: shown.answer, msg: "ok" } }),
  };
  return {
    200: { description: "成功", content: { "application/json": success } },
    ...(cached === true && { 304: { description: "与 If-None-Match 所指的内容相同" } }),
    ...(who !== "anyone" &&
      who !== "app" && { 401: failure("noSession", "未登录，或登录已结束", { reason: "none" }) }),
    default: failure("badInput", "未成功；HTTP 状态与 code 说明原因", {
      errors: [{ path: "id", message: "必须是字符串" }],
    }),
  };
}

function failure(refusal: RefusalName, description: string, data: Json): Json {
  const { code, msg } = REFUSALS[refusal];
  const schema = { $ref: "#/components/schemas/Failure" };
  return {
    description,
    content: { "application/json": { schema, example: { code, data, msg } } },
  };
}

function headersOf(who: Who): Json[] {
  if (who === "app") return [];
  const client = {
    name: "client",
    in: "header",
    schema: { enum: ["web", "browser", "pc", "mobile"] },
    description: "终端",
  };
  if (who === "anyone") return [client];
  const identity = {
    name: "identity",
    in: "header",
    schema: { enum: Object.keys(IDENTITY_NAMES) },
    description: "以哪个身份进行；缺省为当前身份",
  };
  return [identity, client];
}

function securityOf(who: Who): Json[] {
  if (who === "anyone") return [];
  return who === "app" ? [{ app: [] }] : [{ bearer: [] }, { jwt: [] }, { cookie: [] }];
}

function whoMay(who: Who): string {
  if (who === "anyone") return "无须登录。";
  if (who === "app") return "由应用的服务器调用，以 HTTP Basic 出示应用 id 与密钥。";
  if (who === "self") return "登录后可用，只涉及本人。";
  if (who === "member") return "登录后，以所在学校已启用的身份使用。";
  if ("permission" in who) return `登录后，须有权限 \`${who.permission}\`。`;
  if ("right" in who) {
    return `登录后，须有权限“${RIGHT_NAMES[who.right].name}”（\`${who.right}\`），只涉及有此权限的范围。`;
  }
  return `登录后，限以下身份：${who.identities.map((one) => IDENTITY_NAMES[one]).join("、")}。`;
}
