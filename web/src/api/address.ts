/** Addresses of the API (RQ-02). Each is an origin such as `https://api.example.edu.cn`; empty means: where the page is from. */
export interface ApiAddresses {
  dev: string;
  test: string;
  pre: string;
  prod: string;
}

const SAME_ORIGIN = "";

const DEV_SERVER_PORT = "8080";
const ENVIRONMENTS = ["dev", "test", "pre"] as const;

/** The API address for a page from `hostname` and `port`, by the operator's addresses (RQ-02). */
export function apiAddressFor(
  page: { hostname: string; port: string },
  addresses: ApiAddresses,
): string {
  const host = page.hostname.toLowerCase();
  if (isLocal(host)) return page.port.includes(DEV_SERVER_PORT) ? addresses.dev : SAME_ORIGIN;
  const environment = ENVIRONMENTS.find((name) => host.includes(name)) ?? "prod";
  return addresses[environment];
}

/** Reads the operator's file; what is missing or not an http(s) origin counts as empty. */
export function parseAddresses(file: unknown): ApiAddresses {
  const api = isRecord(file) && isRecord(file["api"]) ? file["api"] : {};
  const read = (name: string) => {
    const value = api[name];
    return typeof value === "string" && /^https?:\/\//.test(value) ? value.replace(/\/+$/, "") : "";
  };
  return { dev: read("dev"), test: read("test"), pre: read("pre"), prod: read("prod") };
}

function isLocal(host: string): boolean {
  return (
    host === "localhost" ||
    host.endsWith(".localhost") ||
    host.startsWith("[") ||
    /^\d{1,3}(\.\d{1,3}){3}$/.test(host)
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
