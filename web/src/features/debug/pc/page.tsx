import { useEffect, useState } from "react";
import { localStore, tabStore } from "../../../platform/storage.ts";
import { Button } from "../../../ui/button.tsx";
import { Actions, DebugPage, Section, Table } from "../parts/debug-page.tsx";
import { FactList } from "../parts/fact-list.tsx";
import type { Fact, FactGroup } from "../parts/facts.ts";
import { Report } from "../parts/report.tsx";
import { CallbackSection } from "./callback-section.tsx";
import { environmentFacts, slowFacts } from "./environment.ts";
import { globalStateFacts } from "./global-state-facts.ts";
import { maskEntry, type StoredEntry } from "./masking.ts";
import css from "./page.module.css";
import { statusOf, type RecentCall } from "./recent-calls.ts";
import { bytesText, clockText } from "./rules.ts";
import { JournalSection, ShellSection } from "./shell-section.tsx";
import { journalWords, shellFacts } from "./shell-words.ts";
import { useRecentCalls } from "./use-calls.ts";
import { useShell } from "./use-shell.ts";

const TITLE = "客户端调试";
const STATE_TITLE = "全局状态";

/** Shows the bridge's state, its callbacks by hand, the environment and the stores with secrets masked (RT-17). */
export default function PcPage() {
  const { bridge, sight } = useShell();
  const calls = useRecentCalls();
  const [environment, setEnvironment] = useState(environmentFacts);
  const [slow, setSlow] = useState<readonly Fact[]>([]);
  const [state, setState] = useState(globalStateFacts);
  const [stores, setStores] = useState(readStores);

  useEffect(() => {
    let here = true;
    void slowFacts().then((facts) => {
      if (here) setSlow(facts);
    });
    return () => {
      here = false;
    };
  }, [environment]);

  function readAgain() {
    setEnvironment(environmentFacts());
    setState(globalStateFacts());
    setStores(readStores());
  }

  function collect(): FactGroup[] {
    const journal = sight.bridge?.snapshot.journal ?? [];
    return [
      { title: "客户端", facts: shellFacts(sight) },
      {
        title: "通信记录",
        facts: journal.map((line) => {
          const { direction, type, outcome } = journalWords(line);
          return { name: clockText(line.at), value: `${direction} ${type} ${outcome}` };
        }),
      },
      { title: "环境", facts: [...environment, ...slow] },
      { title: STATE_TITLE, facts: state },
      ...stores.map(({ title, entries }) => ({
        title,
        facts: entries.map(({ key, text }) => ({ name: key, value: text })),
      })),
      { title: "最近请求", facts: calls.map(callFact) },
    ];
  }

  return (
    <DebugPage title={TITLE} path="/pc/index">
      <ShellSection bridge={bridge} sight={sight} />
      <JournalSection sight={sight} />
      <CallbackSection />
      <Section title="环境" wide>
        <FactList facts={[...environment, ...slow]} />
        <Actions>
          <Button icon="refresh" onClick={readAgain}>
            重新读取
          </Button>
        </Actions>
      </Section>
      <Section title={STATE_TITLE} note="每一项的值，以及它存放在哪里。" wide>
        <FactList facts={state} />
      </Section>
      {stores.map(({ title, entries }) => (
        <Section key={title} title={title} note="令牌、凭据和登录资料已遮盖。">
          <Stored entries={entries} />
        </Section>
      ))}
      <Section title="最近请求" note="只有路径，没有参数。" wide>
        <Table
          caption="最近请求"
          head={["时间", "状态", "用时", "大小", "路径"]}
          rows={calls.map((call) => ({
            key: call.key,
            cells: [
              clockText(call.at),
              statusOf(call),
              `${call.ms} ms`,
              bytesText(call.bytes),
              call.path,
            ],
          }))}
        />
      </Section>
      <Report
        title={TITLE}
        note="令牌、凭据和登录资料已遮盖，可以发给技术支持。"
        collect={collect}
      />
    </DebugPage>
  );
}

function Stored({ entries }: { entries: readonly StoredEntry[] }) {
  if (entries.length === 0) return <p>空的。</p>;
  return (
    <ul className={css["stored"]}>
      {entries.map(({ key, length, text }) => (
        <li key={key}>
          <p>
            <strong>{key}</strong>（{length} 个字符）
          </p>
          <pre className={css["value"]}>{text}</pre>
        </li>
      ))}
    </ul>
  );
}

function callFact(call: RecentCall): Fact {
  const value = `${statusOf(call)}，${call.ms} ms，${bytesText(call.bytes)}，${call.path}`;
  const failed = call.status !== null && (call.status === 0 || call.status >= 400);
  return { name: clockText(call.at), value, ...(failed ? { state: "bad" } : {}) };
}

function readStores(): { title: string; entries: StoredEntry[] }[] {
  return [
    {
      title: "本地存储",
      entries: localStore.entries().map(([key, value]) => maskEntry(key, value)),
    },
    { title: "会话存储", entries: tabStore.entries().map(([key, value]) => maskEntry(key, value)) },
  ];
}
