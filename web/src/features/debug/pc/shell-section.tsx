import { useState } from "react";
import type { Bridge } from "../../../platform/shell/bridge.ts";
import { Button } from "../../../ui/button.tsx";
import { Actions, Section, Table } from "../parts/debug-page.tsx";
import { FactList } from "../parts/fact-list.tsx";
import { clockText } from "./rules.ts";
import { journalWords, shellFacts, type ShellSight } from "./shell-words.ts";

/** Shows the bridge's state, and sends its messages. */
export function ShellSection({ bridge, sight }: { bridge: Bridge | null; sight: ShellSight }) {
  const [said, setSaid] = useState("");

  async function ping(shell: Bridge) {
    const before = performance.now();
    try {
      await shell.request("ping");
      setSaid(`客户端在 ${Math.round(performance.now() - before)} 毫秒内回答了。`);
    } catch {
      setSaid("客户端没有回答。请确认客户端按 docs/shell.md 回答 ping。");
    }
  }

  return (
    <Section title="客户端" note="页面怎样找到外面的客户端，以及能不能与它通信。">
      <FactList facts={shellFacts(sight)} />
      <Actions>
        <Button disabled={bridge === null} onClick={() => bridge && void bridge.hello()}>
          重新握手
        </Button>
        <Button disabled={bridge === null} onClick={() => bridge && void ping(bridge)}>
          发送 ping
        </Button>
        <Button
          disabled={bridge === null}
          onClick={() => {
            bridge?.notify("logout");
            setSaid("已通知客户端退出，本页面没有退出。");
          }}
        >
          只通知客户端退出
        </Button>
      </Actions>
      <p role="status">{said}</p>
    </Section>
  );
}

/** Lists the last messages by type, without their content. */
export function JournalSection({ sight }: { sight: ShellSight }) {
  const rows = (sight.bridge?.snapshot.journal ?? []).map((line) => {
    const { direction, type, outcome } = journalWords(line);
    return { key: line.key, cells: [clockText(line.at), direction, type, outcome] };
  });
  return (
    <Section title="通信记录" note="最近 50 条，只记类型和结果，不记内容。">
      <Table caption="通信记录" head={["时间", "方向", "消息", "结果"]} rows={rows} />
    </Section>
  );
}
