import type { FastifyInstance } from "fastify";
import { platformAddress } from "../platform/platform-address.ts";
import {
  BASE_PATH,
  CORE_SCOPE,
  DEMOGRAPHICS_SCOPE,
  type Kind,
  LISTS,
  NAMES,
  ROSTER_SCOPE,
  scopesFor,
  SINGLES,
  TOKEN_PATH,
} from "./vocabulary.ts";

/** The path at which the standard looks for a service's description (Security Framework, discovery). */
const DESCRIPTION_PATH = "/discovery/onerosterv1p2rostersservice_openapi3_v1p0.json";

/** Serves what this provider offers as OpenAPI, to anybody. */
export function serveDescription(scope: FastifyInstance): void {
  const text = JSON.stringify(describe(platformAddress(scope.config)));
  scope.get(DESCRIPTION_PATH, async (_request, reply) => reply.type("application/json").send(text));
}

function describe(origin: string): object {
  const parameters = ["limit", "offset", "sort", "orderBy", "filter", "fields"].map((name) => ({
    name,
    in: "query",
    required: false,
    schema: { type: name === "limit" || name === "offset" ? "integer" : "string" },
  }));
  const inPath = (path: string) =>
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
      name,
      in: "path",
      required: true,
      schema: { type: "string" },
    }));
  const get = (path: string, operationId: string, kind: Kind, isList: boolean) => ({
    [path]: {
      get: {
        operationId,
        parameters: [...inPath(path), ...(isList ? parameters : parameters.slice(-1))],
        security: [{ OAuth2CC: scopesFor(kind, isList ? path.replaceAll("{", ":") : "") }],
        responses: {
          "200": { description: isList ? NAMES[kind].many : NAMES[kind].one },
          default: { description: "imsx_StatusInfo" },
        },
      },
    },
  });
  const listed = LISTS.map(({ path, operation, kind }) =>
    get(path.replaceAll(/:(\w+)/g, "{$1SourcedId}"), operation, kind, true),
  );
  const single = SINGLES.map(({ path, operation, kind }) =>
    get(`${path}/{sourcedId}`, operation, kind, false),
  );
  return {
    openapi: "3.0.1",
    info: { title: "OneRoster Rostering Service", version: "1.2" },
    servers: [{ url: origin + BASE_PATH }],
    paths: Object.assign({}, ...listed, ...single) as object,
    components: {
      securitySchemes: {
        OAuth2CC: {
          type: "oauth2",
          flows: {
            clientCredentials: {
              tokenUrl: origin + TOKEN_PATH,
              scopes: {
                [CORE_SCOPE]: "core",
                [ROSTER_SCOPE]: "roster",
                [DEMOGRAPHICS_SCOPE]: "demographics",
              },
            },
          },
        },
      },
    },
  };
}
