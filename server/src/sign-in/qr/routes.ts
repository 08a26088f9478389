import type { FastifyInstance, FastifyRequest, FastifyReply } from "fastify";
import type {} from "@fastify/cookie";
import {
  confirmQrCode,
  createQrCode,
  QR_CODE_SECONDS,
  QR_PATH,
  readQrStatus,
  scanQrCode,
} from "#contract";
import { calledHost } from "../../http/same-site.ts";
import { Refusal } from "../../http/refusal.ts";
import { networkOf } from "../../platform/networks.ts";
import { newSecret } from "../../platform/secret.ts";
import { serve } from "../../http/serve.ts";
import { newConsents, recordConsents } from "../consent.ts";
import { visitorIn } from "../answer.ts";
import { findPerson } from "../sign-in.ts";
import { signInPerson } from "../api.ts";
import {
  countQrCodes,
  decideQrCode,
  dropExpiredQrCode,
  findQrCode,
  insertQrCode,
  markScanned,
  takeQrCode,
} from "./codes.ts";

/** The most codes for one network: a whole school sits behind one address, and asks at the bell. */
const MAX_CODES = 600;
/** Seconds that a page has to fetch its sign-in after the code was confirmed. */
const TAKE_WITHIN_SECONDS = 30;
const MAX_DEVICE_NAME_LENGTH = 200;
const OUT_OF_DATE = "二维码已失效，请在登录页面刷新后重新扫码";

/** Serves sign-in by a QR code that a signed-in person confirms (SE-03). */
export async function qrRoutes(app: FastifyInstance): Promise<void> {
  serve(app, createQrCode, async ({ request, reply }) => {
    const now = app.now();
    const { address, client, device } = visitorIn(request);
    const network = networkOf(address);
    if ((await countQrCodes(app.db, network, QR_CODE_SECONDS, now)) >= MAX_CODES) {
      throw new Refusal("tooMany", { retryAfter: TAKE_WITHIN_SECONDS });
    }
    const [id, code] = [newSecret(), newSecret()];
    await insertQrCode(app.db, {
      id,
      code,
      browser: tieToBrowser(app, request, reply),
      client,
      device: device.slice(0, MAX_DEVICE_NAME_LENGTH),
      ip: address,
      network,
      created_at: now,
      expires_at: later(now, QR_CODE_SECONDS),
    });
    const content = `${pageAddress(app, request)}#${QR_PATH}${code}`;
    return { id, content, expires_in: QR_CODE_SECONDS };
  });

  serve(
    app,
    readQrStatus,
    async ({ input: { id }, request, reply }) => {
      const browser = browserOf(app, request);
      const found = browser && (await findQrCode(app.db, id, browser, app.now()));
      if (!found) await dropExpiredQrCode(app.db, { id }, app.now());
      if (!found || found.status === "used") return { status: "expired" as const };
      const { status, name, avatar } = found;
      const scanned = name === null ? {} : { scanned_by: { name, avatar } };
      if (status !== "confirmed" || browser === undefined) return { status, ...scanned };
      const userId = await takeQrCode(app.db, id, browser, app.now());
      if (userId === undefined) return { status: "expired" as const };
      const login = await signInPerson(app, request, reply, userId, { proved: false, by: "qr" });
      return { status, ...scanned, login };
    },
    { across: "sign-in" },
  );

  serve(app, scanQrCode, async ({ input: { code }, caller, request }) => {
    const now = app.now();
    const scanned = await markScanned(app.db, code, caller.user_id, now);
    if (scanned === undefined) {
      await dropExpiredQrCode(app.db, { code }, now);
      throw new Refusal("badCode", { msg: OUT_OF_DATE });
    }
    const { device, client, ip, network, created_at, expires_at } = scanned;
    return {
      device,
      client,
      ip,
      same_network: network === networkOf(request.ip),
      ends_this: client === request.sessionRecord?.session.client,
      created_at: created_at.toISOString(),
      expires_in: Math.ceil((expires_at.getTime() - now.getTime()) / 1000),
    };
  });

  serve(app, confirmQrCode, async ({ input, caller, request }) => {
    const { code, agreed = true, check } = input;
    const { user_id } = caller;
    const now = app.now();
    const person = agreed ? await findPerson(app.db, user_id) : undefined;
    const consents =
      person === undefined ? [] : await newConsents(app.db, person, check?.consents ?? [], now);
    const status: "confirmed" | "refused" = agreed ? "confirmed" : "refused";
    const until = later(now, TAKE_WITHIN_SECONDS);
    await app.db.transaction().execute(async (trx) => {
      const decided = await decideQrCode(trx, code, user_id, status, { now, until });
      if (!decided) throw new Refusal("badCode", { msg: OUT_OF_DATE });
      await recordConsents(trx, user_id, consents, now);
      await app.audit.record(
        request,
        { action: "qr-grant", outcome: agreed ? "ok" : "refused", subject_id: user_id },
        trx,
      );
    });
    return { status };
  });
}

/** Returns the origin of the page that asked: this server's, unless it is one of `CORS_ORIGINS`. */
function pageAddress({ config }: FastifyInstance, request: FastifyRequest): string {
  const { origin = "" } = request.headers;
  const own = config.publicUrl ?? `${request.protocol}://${calledHost(request)}`;
  return `${config.corsOrigins.includes(origin) ? origin : own}/platformEntry/`;
}

function later(date: Date, seconds: number): Date {
  return new Date(date.getTime() + seconds * 1000);
}

const COOKIE = "qr_browser";
const PATH = "/dt-platform/v1/sso/qr_code";
const COOKIE_SECONDS = 86_400;
const SECRET = /^[\w-]{43}$/;

/** Returns the secret that ties codes to the browser that asked for them; undefined where it sends none. */
function browserOf(app: FastifyInstance, { raw }: FastifyRequest): string | undefined {
  const { cookie } = raw.headers;
  const kept = cookie === undefined ? undefined : app.parseCookie(cookie)[COOKIE];
  return kept !== undefined && SECRET.test(kept) ? kept : undefined;
}

/**
 * Returns the browser's secret, made with its first code; all its tabs share it, so that a second code does not undo
 * the first.
 */
function tieToBrowser(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): string {
  const browser = browserOf(app, request) ?? newSecret();
  const secure = request.protocol === "https";
  // a page of another origin sends it over HTTPS only
  const elsewhere = secure && app.config.corsOrigins.length > 0;
  reply.setCookie(COOKIE, browser, {
    path: PATH,
    httpOnly: true,
    sameSite: elsewhere ? "none" : "lax",
    secure,
    maxAge: COOKIE_SECONDS,
  });
  return browser;
}
