import { isIP } from "node:net";

/** Reads the text of a setting; undefined where it cannot be used. */
export type Parse<T> = (given: string) => T | undefined;

export function integerIn(least: number, most: number): Parse<number> {
  return (given) => {
    if (!/^\d{1,9}$/.test(given)) return undefined;
    const value = Number(given);
    return value >= least && value <= most ? value : undefined;
  };
}

export function networks(given: string): readonly string[] | undefined {
  const all = given.split(",").map((one) => one.trim());
  return all.every(isNetwork) ? all : undefined;
}

/** Returns whether a text is an address, or a network with its bits. */
function isNetwork(given: string): boolean {
  const [address = "", bits, ...rest] = given.split("/");
  const most = { 4: 32, 6: 128 }[isIP(address)];
  if (most === undefined || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
}

export function longSecret(given: string): string | undefined {
  return given.length >= 16 ? given : undefined;
}

export function onOrOff(given: string): boolean | undefined {
  const value = given.toLowerCase();
  if (["on", "true", "1", "yes"].includes(value)) return true;
  if (["off", "false", "0", "no"].includes(value)) return false;
  return undefined;
}

export function hostName(given: string): string | undefined {
  return /^[\w.:-]+$/.test(given) && !/^[\w.-]+:\d+$/.test(given) ? given : undefined;
}

export function postgresUrl(given: string): string | undefined {
  const url = URL.parse(given);
  return url && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1
    ? given
    : undefined;
}

export function webUrl(given: string): string | undefined {
  const url = URL.parse(given);
  return url && /^https?:$/.test(url.protocol) ? given.replace(/\/+$/, "") : undefined;
}

export function proxies(given: string): boolean | readonly string[] | undefined {
  const flag = onOrOff(given);
  if (flag !== undefined) return flag;
  const addresses = given.split(",").map((address) => address.trim());
  return addresses.every((address) => /^[\da-f.:]+(\/\d{1,3})?$/i.test(address))
    ? addresses
    : undefined;
}

export function origins(given: string): readonly string[] | undefined {
  const all = given.split(",").map((origin) => origin.trim().replace(/\/$/, ""));
  return all.every((origin) => URL.parse(origin)?.origin === origin) ? all : undefined;
}

export function keys(given: string): readonly string[] | undefined {
  const all = given.split(",").map((key) => key.trim());
  return all.every((key) => key.length >= 32) ? all : undefined;
}
