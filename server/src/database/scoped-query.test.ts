import pg from "pg";
import { describe, expect, test } from "vitest";
import { ScopedQuery } from "./scoped-query.ts";

/*
 * The parts of the driver that `ScopedQuery` stands on and the driver does not document. Where one of these fails after an
 * upgrade of `pg`, read its lib/query.js anew before anything else: schools are kept apart by it.
 */

type Call = [method: string, argument?: unknown];

/** A connection that records the messages it is asked to send. */
function recorder() {
  const calls: Call[] = [];
  const parsedStatements: Record<string, string> = {};
  const submittedNamedStatements: Record<string, string> = {};
  const noted = (method: string) => (argument?: unknown) => void calls.push([method, argument]);
  const sends = ["parse", "bind", "describe", "execute", "flush", "sync", "query", "close"];
  const connection = {
    ...{ parsedStatements, submittedNamedStatements, stream: {} },
    ...Object.fromEntries(sends.map((method) => [method, noted(method)])),
  };
  return { calls, connection };
}

/** The driver's query, with what its types leave out. */
interface Inner {
  submit(connection: unknown): Error | null;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: unknown): void;
  handleReadyForQuery(connection: unknown): void;
  handleError(error: Error, connection: unknown): void;
}

function scoped(more: { name?: string } = {}) {
  const answers: unknown[] = [];
  const query = new ScopedQuery("\u001fa", { text: "select 1", values: ["v"], ...more }, (...got) =>
    answers.push(got),
  );
  return { query: query as unknown as Inner, answers };
}

describe("what is sent", () => {
  const SCOPE: Call[] = [
    ["bind", { statement: "schoolgate_scope", values: ["\u001fa"] }],
    ["execute", { portal: "" }],
  ];

  test("the scope is bound and executed first; one Sync ends both", () => {
    const { calls, connection } = recorder();
    expect(scoped().query.submit(connection)).toBeNull();
    expect(calls.slice(0, 2)).toEqual(SCOPE);
    const methods = calls.map(([method]) => method);
    expect(methods.slice(2)).toEqual(["parse", "bind", "describe", "execute", "sync"]);
    expect(calls[3]?.[1]).toMatchObject({ values: ["v"] });
  });

  test("a named statement is parsed once on a connection", () => {
    const { calls, connection } = recorder();
    scoped({ name: "s1" }).query.submit(connection);
    expect(connection.submittedNamedStatements).toEqual({ s1: "select 1" });
    calls.length = 0;
    scoped({ name: "s1" }).query.submit(connection);
    expect(calls.slice(0, 2)).toEqual(SCOPE);
    const methods = calls.map(([method]) => method);
    expect(methods.slice(2)).toEqual(["bind", "describe", "execute", "sync"]);
    expect(calls[2]?.[1]).toMatchObject({ statement: "s1", values: ["v"] });
  });

  test("a statement without values goes the same way, and not as a simple query", () => {
    const { calls, connection } = recorder();
    const query = new ScopedQuery("", { text: "select 1", values: [] }, () => {});
    (query as unknown as Inner).submit(connection);
    expect(calls[0]?.[0]).toBe("bind");
    expect(calls.map(([method]) => method)).not.toContain("query");
  });
});

describe("what is received", () => {
  const SCOPE_ROW = { fields: [Buffer.from("the scope")] };
  const field = { name: "one", dataTypeID: 25, format: "text" };

  test("the first row and the first end are the scope's; the rest is the statement's", () => {
    const { connection } = recorder();
    const { query, answers } = scoped();
    query.submit(connection);
    query.handleDataRow(SCOPE_ROW);
    query.handleCommandComplete({ text: "SELECT 1" }, connection);
    query.handleRowDescription({ fields: [field] });
    query.handleDataRow({ fields: [Buffer.from("x")] });
    query.handleDataRow({ fields: [Buffer.from("y")] });
    query.handleCommandComplete({ text: "SELECT 2" }, connection);
    query.handleReadyForQuery(connection);
    const rows = [{ one: "x" }, { one: "y" }];
    expect(answers).toMatchObject([[null, { command: "SELECT", rowCount: 2, rows }]]);
  });

  test("an error reaches who sent it, once", () => {
    const { connection } = recorder();
    const { query, answers } = scoped();
    query.submit(connection);
    query.handleError(new Error("no"), connection);
    expect(answers).toMatchObject([[{ message: "no" }]]);
  });

  test("the driver's client hands these messages to the query under way", () => {
    const client = pg.Client.prototype as unknown as Record<string, unknown>;
    const handlers = ["_handleDataRow", "_handleCommandComplete", "_handleReadyForQuery"];
    for (const handler of handlers) expect(client[handler], handler).toBeInstanceOf(Function);
  });
});
