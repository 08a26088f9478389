import { Card } from "../kit/card.tsx";
import { Devices } from "./devices.tsx";
import { FactorPart } from "./factor-part.tsx";
import { PasswordForm } from "./password-form.tsx";

export function SecurityPart({ account }: { account: string }) {
  return (
    <>
      <Card title="修改密码" hint="修改后，其他设备会退出登录，记住的账号需要重新输入密码。">
        <PasswordForm account={account} />
      </Card>
      <FactorPart />
      <Card title="已登录的设备" hint="有不认识的设备，请让它退出，并修改密码。">
        <Devices />
      </Card>
    </>
  );
}
