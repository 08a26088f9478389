import { readInvitations, type Invitation } from "#contract";
import { EmptyState } from "../../web/src/ui/empty-state.tsx";
import { Skeleton } from "../../web/src/ui/skeleton.tsx";
import { Failure } from "../kit/failure.tsx";
import { useModule } from "../kit/react-module.tsx";
import { useAnswer } from "../kit/use-answer.ts";
import { InvitationList } from "./invitation-list.tsx";
import css from "./invitations.module.css";
import { MakeForm } from "./make-form.tsx";
import { kindsFor, addressOf, stateText, titleOf } from "./rules.ts";
import { Button } from "../../web/src/ui/button.tsx";
import { QrCode } from "../../web/src/ui/qr-code.tsx";

/** Page of the invitations that a head-teacher or manager gives out: `/module/invitation`, `…/new`, `…/show/{id}` (SE-12). */
export function Invitations() {
  const { session } = useModule();
  const { identity } = session;
  if (kindsFor(identity).length === 0) {
    return (
      <EmptyState title="这里由老师使用" help="">
        班主任和学校管理员在这里发邀请码。请先切换到教师或管理员的身份。
      </EmptyState>
    );
  }
  return <Places key={identity} />;
}

function Places() {
  const { place } = useModule();
  const { data, error, reload } = useAnswer(readInvitations, {});
  if (data === undefined) {
    if (error !== undefined) return <Failure error={error} onRetry={reload} />;
    return (
      <div role="status" aria-label="正在加载">
        <Skeleton height={240} />
      </div>
    );
  }
  const [what, id] = place.path;
  const shown = data.find((one) => one.id === id);
  return (
    <div className={css["page"]}>
      {what === "new" ? (
        <MakeForm onMade={reload} />
      ) : what === "show" && hasCode(shown) ? (
        <Wall invitation={shown} />
      ) : (
        <InvitationList invitations={data} onChanged={reload} />
      )}
    </div>
  );
}

function hasCode(one: Invitation | undefined): one is Invitation & { code: string } {
  return one !== undefined && one.code !== null;
}

/** Shows one invitation in full screen, for the classroom's screen and to be read aloud. */
function Wall({ invitation }: { invitation: Invitation & { code: string } }) {
  const { href, base } = useModule();
  const { code, identity } = invitation;
  const page = new URL(base, window.location.origin).href;
  return (
    <section className={css["wall"]} aria-labelledby="wall-title">
      <a className={css["back"]} href={href()}>
        返回邀请码
      </a>
      <h2 id="wall-title" className={css["wallTitle"]}>
        {titleOf(invitation)}
      </h2>
      <div className={css["qr"]}>
        <QrCode content={addressOf(page, identity, code)} label={`扫码使用邀请码 ${code}`} />
      </div>
      <p className={css["wallCode"]} aria-label={`邀请码 ${spelled(code)}`}>
        {code}
      </p>
      <p>用手机相机扫码，或打开 {page}，点“注册”，输入邀请码。</p>
      <p className={css["soft"]}>{stateText(invitation)}</p>
      <Button className={css["print"]} onClick={() => window.print()}>
        打印
      </Button>
    </section>
  );
}

/** Spells a code letter by letter, for a screen reader. */
function spelled(code: string): string {
  return Array.from(code.replace("-", "")).join(" ");
}
