import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import type { TSchema } from "typebox";
import type { AnswerOf, Call, InputOf, Right } from "#contract";
import type { PlatformWork } from "../database/scope.ts";
import {
  type Caller,
  type CallerOf,
  inScopeOf,
  type MemberCaller,
  type RightsCaller,
  type SelfCaller,
} from "../session/caller.ts";
import { scopeOf } from "../rights/rules.ts";
import { administrationGate, isAdministration } from "../session/administration-gate.ts";
import type { SessionRecord } from "../session/sessions.ts";
import { admit } from "./admission.ts";
import { type Answer, finished, sendAnswer } from "./answer.ts";
import { faultOf, textOf } from "./call-schemas.ts";
import { limitPerTick } from "./limit-per-tick.ts";
import { readFlat } from "./form.ts";
import { withBodySlot, isLarge, acquireBodySlot } from "./large-bodies.ts";
import { refuseCrossSite } from "./same-site.ts";
import { Refusal } from "./refusal.ts";

/** The arguments of a handler; the caller's type follows from the call's `who`. */
export interface Served<C extends Call> {
  input: InputOf<C>;
  caller: CallerOf<C["who"]>;
  request: FastifyRequest;
  reply: FastifyReply;
}

export type Handler<C extends Call> = (served: Served<C>) => AnswerOf<C> | Promise<AnswerOf<C>>;

export interface ServeOptions {
  /**
   * Caches the finished answer with the session's record, which lives for at most a second: the same request of the same
   * person costs no query. Any write of that person discards it. For a GET by a person only.
   */
  remembered?: boolean;
  /** The reason why the handler sees rows beyond the caller's own schools; absent: it does not. */
  across?: PlatformWork;
  /** Requests come in bursts, as sign-ins do at eight o'clock: only a few start in one turn of the event loop. */
  isBurst?: true;
  /** The handler answers the same attempt once: `serveOnce` gives it. */
  once?: true;
  /** The most bytes of a body, where the app's own limit does not fit. */
  bodyLimit?: number;
}

const FORM_TYPE = "application/x-www-form-urlencoded";
/** The most answers remembered with one session record. */
const MAX_ANSWERS = 16;
/** Finished answers of calls served as `remembered`, for as long as the session's record lives. */
const REMEMBERED = new WeakMap<SessionRecord, Map<string, Answer>>();

/** A call as the app serves it: the same for all its requests. */
interface ServedCall<C extends Call> {
  app: FastifyInstance;
  call: C;
  handler: Handler<C>;
  options: ServeOptions;
}

/**
 * Serves a call of the contract: session → policy → input → handler → answer, always in this order. The gate of
 * administration stands before its handlers (GR-08).
 */
export function serve<C extends Call>(
  app: FastifyInstance,
  call: C,
  given: Handler<C>,
  options: ServeOptions = {},
): void {
  if (call.once !== options.once) throw new Error(`${call.path} is declared once, or served so`);
  const handler = isAdministration(call) ? behindGate(app, given) : given;
  const served = { app, call, handler, options };
  const hasLarge = isLarge(options.bodyLimit);
  const route: RouteOptions = {
    method: call.method,
    url: call.path,
    config: { call },
    onRequest: [
      ...(options.isBurst === true ? [perTickHook()] : []),
      admission(app, call),
      ...(hasLarge ? [acquireBodySlot] : []),
    ],
    preValidation: inputReader(call),
    handler: hasLarge
      ? (request, reply) => withBodySlot(request, () => answerCall(served, request, reply))
      : (request, reply) => answerCall(served, request, reply),
  };
  if (options.bodyLimit !== undefined) route.bodyLimit = options.bodyLimit;
  app.route(route);
}

/** Returns the handler behind the gate of administration (GR-08). */
function behindGate<C extends Call>(app: FastifyInstance, handler: Handler<C>): Handler<C> {
  const gate = administrationGate(app);
  return async (served) => {
    await gate(served.request, served.caller as SelfCaller);
    return handler(served);
  };
}

type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

function perTickHook(): Hook {
  const start = limitPerTick();
  return (_request, _reply, done) => start(done);
}

function admission(app: FastifyInstance, call: Call): Hook {
  return (request, _reply, done) => {
    if (call.sameSiteOnly === true) refuseCrossSite(app.config, request);
    const admitted = admit(app, request, call.who);
    if (!(admitted instanceof Promise)) {
      request.caller = admitted;
      done();
      return;
    }
    admitted.then((caller) => {
      request.caller = caller;
      done();
    }, done);
  };
}

function inputReader(call: Call): Hook {
  const fromQuery = readFlat(call.input, true);
  const fromForm = readFlat(call.input, false);
  if (call.method === "GET") {
    return (request, _reply, done) => {
      request.query = fromQuery(request.query as Record<string, unknown>);
      done(faultOf(call.input, request.query, request));
    };
  }
  return (request, _reply, done) => {
    if (request.body === undefined || request.body === null) request.body = {};
    else if (request.headers["content-type"]?.startsWith(FORM_TYPE) === true) {
      request.body = fromForm(request.body as Record<string, unknown>);
    }
    done(faultOf(call.input, request.body, request));
  };
}

/** Answers a request whose caller and input are known: with a remembered answer where there is one. */
function answerCall<C extends Call>(
  served: ServedCall<C>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  const { call, options } = served;
  const read = call.method === "GET" ? request.query : request.body;
  const input = onlyDeclared(call.input, read as Record<string, unknown>) as InputOf<C>;
  const caller = request.caller as CallerOf<C["who"]>;
  const given = { input, caller, request, reply };
  const record = request.sessionRecord;
  if (options.remembered !== true || record === null) return handle(served, given);
  const question = questionOf(call, request, input);
  const known = REMEMBERED.get(record)?.get(question);
  if (known !== undefined) return sendAnswer(known, request, reply);
  return handle(served, given, (answer) => remember(record, question, answer));
}

/** Runs the handler within the schools that the caller may see, and sends what it returns. */
async function handle<C extends Call>(
  { app, call, handler, options }: ServedCall<C>,
  given: Served<C>,
  keep?: (answer: Answer) => void,
): Promise<FastifyReply> {
  const { request, reply } = given;
  let data: AnswerOf<C>;
  try {
    const { who } = call;
    if (typeof who === "object" && "right" in who) {
      given.caller = (await withScope(app, request.caller, who.right)) as CallerOf<C["who"]>;
    }
    data = await inScopeOf(given.caller, options.across, () => handler(given));
  } finally {
    // a refused write may have written as well
    const { sessionRecord } = request;
    if (call.method === "POST" && sessionRecord !== null) {
      app.sessions.forget(sessionRecord.person.id);
    }
  }
  const answer = finished(textOf(call, data, reply), call.cached === true);
  keep?.(answer);
  return sendAnswer(answer, request, reply);
}

/** Returns the caller with the places at which the right is held; refuses a caller who holds it nowhere (GR-05). */
async function withScope(
  app: FastifyInstance,
  caller: Caller | null,
  right: Right,
): Promise<RightsCaller> {
  const member = caller as MemberCaller;
  const organisations = await app.organisations.tree();
  const within = (wanted: Right) => scopeOf(member.held, wanted, organisations, app.now());
  const scope = within(right);
  if (scope === undefined) throw new Refusal("notAllowed");
  return { ...member, scope, scopeOf: within };
}

function remember(record: SessionRecord, question: string, answer: Answer): void {
  const answers = REMEMBERED.get(record) ?? new Map<string, Answer>();
  if (answers.size < MAX_ANSWERS) REMEMBERED.set(record, answers.set(question, answer));
}

/** Returns the key of a remembered answer: all of a request that the answer depends on, but its person. */
function questionOf(call: Call, request: FastifyRequest, input: unknown): string {
  const { identity = "", client = "" } = request.headers;
  return `${call.path}\n${String(identity)}\n${String(client)}\n${JSON.stringify(input)}`;
}

/** Returns the declared fields only: others never reach a handler, whatever the schema lets pass. */
function onlyDeclared(schema: TSchema, given: Record<string, unknown>): Record<string, unknown> {
  const { properties = {} } = schema as { properties?: Record<string, TSchema> };
  const taken: Record<string, unknown> = {};
  for (const name of Object.keys(properties)) {
    if (given[name] !== undefined) taken[name] = given[name];
  }
  return taken;
}
