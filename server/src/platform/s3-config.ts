/** An S3-compatible store, as the operator names it. */
export interface S3Config {
  /** The address for this server, without a slash at the end. */
  readonly endpoint: string;
  /** The address for browsers, without a slash at the end; the same unless another is named. */
  readonly publicEndpoint: string;
  /** The origin of the bucket's addresses as browsers see them. */
  readonly publicOrigin: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The place of the bucket's name in an address: the path or the host name. */
  readonly addressing: "path" | "host";
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the store, if one is named; adds a sentence to `faults` for each value that is missing or wrong. */
export function readS3(environment: Environment, faults: string[]): S3Config | undefined {
  const given = (name: string) => environment[name]?.trim() ?? "";
  const named = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"];
  if (named.every((name) => given(name) === "")) return undefined;
  for (const name of named.filter((one) => given(one) === "")) {
    faults.push(`使用 S3 存储时，环境变量 ${name} 不能为空。`);
  }
  const address = (name: string) => {
    const url = URL.parse(given(name));
    if (url && /^https?:$/.test(url.protocol)) return url.href.replace(/\/+$/, "");
    if (given(name) !== "") faults.push(`环境变量 ${name} 应为 http:// 或 https:// 开头的地址。`);
    return "";
  };
  const endpoint = address("S3_ENDPOINT");
  const bucket = given("S3_BUCKET");
  if (bucket !== "" && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    faults.push("环境变量 S3_BUCKET 应为 3 到 63 个小写字母、数字、点或短横线。");
  }
  const addressing = given("S3_ADDRESSING") || "path";
  if (addressing !== "path" && addressing !== "host") {
    faults.push("环境变量 S3_ADDRESSING 应为 path 或 host。");
    return undefined;
  }
  const publicEndpoint =
    given("S3_PUBLIC_ENDPOINT") === "" ? endpoint : address("S3_PUBLIC_ENDPOINT");
  const { protocol = "", host = "" } = URL.parse(publicEndpoint) ?? {};
  return {
    endpoint,
    publicEndpoint,
    publicOrigin: `${protocol}//${addressing === "host" ? `${bucket}.` : ""}${host}`,
    bucket,
    region: given("S3_REGION") || "us-east-1",
    accessKeyId: given("S3_ACCESS_KEY_ID"),
    secretAccessKey: given("S3_SECRET_ACCESS_KEY"),
    addressing,
  };
}
