import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import type { TSchema } from "typebox";
import { type AnswerOf, CALLS, type Call, SUCCESS_CODE } from "#contract";
import { envelopeSchema } from "./answer-schema.ts";

type Validate = ReturnType<FastifyRequest["compileValidationSchema"]>;
type Serialize = (envelope: { code: number; data: unknown; msg: string }) => string;

/**
 * Milliseconds from the first answer until the schemas that nobody has used are compiled, one a turn: by then a start
 * is over, and no person is the first to wait for the larger ones (100 ms).
 */
const REST_AFTER_MS = 60_000;

// All of them compiled before the app listens were two fifths of what its thread did until then. They belong to the
// process: the apps of a process compile them alike.
const validators = new WeakMap<TSchema, Validate>();
const serializers = new WeakMap<TSchema, Serialize>();
let isRestPlanned = false;

/** An input that does not fit its call, told as Fastify tells it of a route with a schema. */
class InputFault extends Error {
  override name = "InputFault";
  readonly statusCode = 400;
  readonly validation: NonNullable<Validate["errors"]>;
  constructor(validation: NonNullable<Validate["errors"]>) {
    super("the input does not fit the call");
    this.validation = validation;
  }
}

/** Returns the faults of an input by a schema, compiled at its first use; undefined without any. */
export function faultOf(
  schema: TSchema,
  input: unknown,
  request: Pick<FastifyRequest, "compileValidationSchema">,
): InputFault | undefined {
  const validate = kept(validators, schema, () => request.compileValidationSchema(schema));
  return validate(input) ? undefined : new InputFault(validate.errors ?? []);
}

/** Returns options of a route that is no call and whose body fits a schema, which a start need not compile then. */
export function withBody(schema: TSchema): Pick<RouteShorthandOptions, "preValidation"> {
  return {
    preValidation: (request, _reply, done) => done(faultOf(schema, request.body ?? null, request)),
  };
}

/** Returns the body of a call's answer, by its schema: what that does not declare is left out, what it refuses throws. */
export function textOf<C extends Call>(
  { answer: schema }: C,
  data: AnswerOf<C>,
  reply: Pick<FastifyReply, "compileSerializationSchema" | "server">,
): string {
  const serialize = kept(serializers, schema, () =>
    reply.compileSerializationSchema(envelopeSchema(schema)),
  );
  if (!isRestPlanned) {
    isRestPlanned = true;
    const { server } = reply;
    const later = () =>
      compileRest(server).catch((err: unknown) => server.log.error({ err }, "a schema is broken"));
    setTimeout(() => void later(), REST_AFTER_MS).unref();
  }
  return serialize({ code: SUCCESS_CODE, data, msg: "ok" });
}

function kept<T>(all: WeakMap<TSchema, T>, schema: TSchema, compile: () => T): T {
  const known = all.get(schema);
  if (known !== undefined) return known;
  const compiled = compile();
  all.set(schema, compiled);
  return compiled;
}

/** Compiles what is not compiled yet, one schema a turn, by the compilers that an answer has brought into being. */
export async function compileRest(
  app: Pick<FastifyInstance, "validatorCompiler" | "serializerCompiler">,
): Promise<void> {
  const { validatorCompiler, serializerCompiler } = app;
  if (validatorCompiler === undefined || serializerCompiler === undefined) return;
  for (const { input, answer, method, path: url } of Object.values<Call>(CALLS)) {
    const at = { method, url };
    kept(validators, input, () => validatorCompiler({ schema: input, ...at }) as Validate);
    await new Promise(setImmediate);
    kept(serializers, answer, () => serializerCompiler({ schema: envelopeSchema(answer), ...at }));
    await new Promise(setImmediate);
  }
}
