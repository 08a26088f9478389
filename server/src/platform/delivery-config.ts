export interface SmtpSettings {
  /** `smtp://` or `smtps://`, with user and password where the server wants them. */
  readonly url: string;
  readonly from: string;
}

export interface AliyunSmsSettings {
  readonly accessKeyId: string;
  readonly accessKeySecret: string;
  readonly signName: string;
  /** The template's code; the template has one variable, `code`. */
  readonly templateCode: string;
  /** The code of the template that says that a notice waits; its one variable is `school`. Absent: none are sent (IN-05). */
  readonly noticeTemplateCode?: string;
  readonly endpoint: string;
}

/**
 * The providers that deliver codes to people, and news of notices to who wants it (IN-05); without one of the two, its codes
 * stay in the outbox (SE-04).
 */
export interface DeliveryConfig {
  readonly smtp?: SmtpSettings;
  readonly aliyunSms?: AliyunSmsSettings;
}

type Environment = Readonly<Record<string, string | undefined>>;

const NOTICE_TEMPLATE = "ALIYUN_SMS_NOTICE_TEMPLATE_CODE";
const ALIYUN_ENDPOINT = "https://dysmsapi.aliyuncs.com";
const SENDER = /^([^<>\r\n]+<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/;

/**
 * Reads the providers that are named; adds a sentence to `faults` for each value that is missing or wrong, which never
 * shows a secret.
 */
export function readDelivery(environment: Environment, faults: string[]): DeliveryConfig {
  const smtp = readSmtp(environment, faults);
  const aliyunSms = readAliyunSms(environment, faults);
  return { ...(smtp && { smtp }), ...(aliyunSms && { aliyunSms }) };
}

function readSmtp(environment: Environment, faults: string[]): SmtpSettings | undefined {
  const given = together(environment, faults, ["SMTP_URL", "MAIL_FROM"]);
  if (given === undefined) return undefined;
  const [url = "", from = ""] = given;
  const server = URL.parse(url);
  if (server === null || !/^smtps?:$/.test(server.protocol) || server.hostname === "") {
    faults.push("环境变量 SMTP_URL 应为 smtp://用户:密码@主机:端口 或 smtps:// 形式的地址。");
  }
  if (!SENDER.test(from)) {
    faults.push(
      `环境变量 MAIL_FROM 的值“${from}”无法使用：应为发件人，如 学门 <gate@example.cn>。`,
    );
  }
  return { url, from };
}

function readAliyunSms(environment: Environment, faults: string[]): AliyunSmsSettings | undefined {
  const given = together(environment, faults, [
    "ALIYUN_SMS_ACCESS_KEY_ID",
    "ALIYUN_SMS_ACCESS_KEY_SECRET",
    "ALIYUN_SMS_SIGN_NAME",
    "ALIYUN_SMS_TEMPLATE_CODE",
  ]);
  if (given === undefined) {
    if (environment[NOTICE_TEMPLATE]?.trim()) {
      faults.push(`环境变量 ${NOTICE_TEMPLATE} 要和 ALIYUN_SMS_… 的其他四项一起设置。`);
    }
    return undefined;
  }
  const [accessKeyId = "", accessKeySecret = "", signName = "", templateCode = ""] = given;
  const noticeTemplateCode = environment[NOTICE_TEMPLATE]?.trim();
  const endpoint = environment["ALIYUN_SMS_ENDPOINT"]?.trim() || ALIYUN_ENDPOINT;
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? "")) {
    faults.push("环境变量 ALIYUN_SMS_ENDPOINT 应为 https:// 开头的地址。");
  }
  return {
    ...{ accessKeyId, accessKeySecret, signName, templateCode, endpoint },
    ...(noticeTemplateCode && { noticeTemplateCode }),
  };
}

/** Returns all of the values, or none; some without the others are a fault. */
function together(
  environment: Environment,
  faults: string[],
  names: readonly string[],
): string[] | undefined {
  const given = names.map((name) => environment[name]?.trim() ?? "");
  if (given.every((value) => value === "")) return undefined;
  const missing = names.filter((_, index) => given[index] === "");
  if (missing.length === 0) return given;
  faults.push(`环境变量 ${names.join("、")} 要一起设置，现在缺少 ${missing.join("、")}。`);
  return undefined;
}
