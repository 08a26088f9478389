import { readBranding } from "#contract";
import { EmptyState } from "../../../web/src/ui/empty-state.tsx";
import { useAnswer } from "../../kit/use-answer.ts";
import { isRefused } from "../agreements/rules.ts";
import { Heading } from "../shell/heading.tsx";
import { Waiting } from "../shell/waiting-page.tsx";
import { BrandingForm } from "./branding-form.tsx";

/** `/module/admin/settings`: the platform's name, logo, colours, addresses and filing numbers (AD-20). */
export default function Settings() {
  const { data, error, reload } = useAnswer(readBranding, {});
  return (
    <>
      <Heading title="设置" place="settings" />
      {data === undefined ? (
        isRefused(error) ? (
          <EmptyState role="alert" icon="warning" title="平台设置由全平台的管理员修改">
            设置对所有人有效，您的权限只在平台的一部分有效。
          </EmptyState>
        ) : (
          <Waiting label="正在加载设置" height={420} error={error} onRetry={reload} />
        )
      ) : (
        <BrandingForm first={data.own} defaults={data.defaults} />
      )}
    </>
  );
}
