import { createTransport } from "nodemailer";
import { CODE_SECONDS } from "#contract";
import type { Config } from "../platform/config.ts";
import { USE_NAMES, type Carrier, type Mail } from "./message.ts";

const CONNECT_WITHIN_MS = 10_000;
const MAX_SILENT_MS = 15_000;

/** Sends by e-mail through the operator's SMTP server, in the name that the platform has at that time. */
export function smtp(
  { url, from }: NonNullable<Config["smtp"]>,
  platformName: () => Promise<string>,
): Carrier {
  const transport = createTransport(
    {
      url,
      connectionTimeout: CONNECT_WITHIN_MS,
      greetingTimeout: CONNECT_WITHIN_MS,
      socketTimeout: MAX_SILENT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  const carryMail = async ({ receiver, subject, body }: Mail) => {
    const name = await platformName();
    await transport.sendMail({
      to: { name: "", address: receiver },
      subject: `${name}：${subject}`,
      text: `${body}\n\n这封邮件由${name}自动发出，请不要回复。\n`,
      headers: { "Auto-Submitted": "auto-generated" },
    });
  };
  return {
    async carry({ receiver, use, code }) {
      const name = await platformName();
      const minutes = CODE_SECONDS / 60;
      await transport.sendMail({
        to: { name: "", address: receiver },
        subject: `${name}验证码（${USE_NAMES[use]}）`,
        text: `验证码是 ${code}，用于${USE_NAMES[use]}，${minutes} 分钟内有效，只能用一次。

${name}的工作人员不会索要验证码。如果不是本人在操作，请忽略这封邮件。
`,
        // so that no holiday notice comes back
        headers: { "Auto-Submitted": "auto-generated" },
      });
    },
    carryMail,
    carryAlert: carryMail,
    close: () => transport.close(),
  };
}
