import { useState } from "react";
import { IDENTITY_NAMES, type SeenUnder } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import css from "./apps.module.css";
import { TraceOf } from "./trace-view.tsx";

/** Lists the apps that a person sees under one identity and those that they do not, with the reason of each. */
export function SeenList({ user, membership }: { user: string; membership: SeenUnder }) {
  const { identity, school_id, school_name, apps } = membership;
  const [asked, setAsked] = useState<string>();
  const seen = apps.filter((app) => app.sees);
  const hidden = apps.filter((app) => !app.sees);
  return (
    <section aria-label={`${IDENTITY_NAMES[identity]} · ${school_name}`}>
      <p>
        {IDENTITY_NAMES[identity]} · {school_name}：看得见 {seen.length} 个，看不见 {hidden.length}{" "}
        个
      </p>
      <details className={css["fold"]}>
        <summary>看得见的应用</summary>
        <p className={css["soft"]}>{seen.map(({ name }) => name).join("、") || "没有"}</p>
      </details>
      {hidden.length === 0 ? null : (
        <details className={css["fold"]}>
          <summary>看不见的应用，和原因</summary>
          <ul>
            {hidden.map((app) => (
              <li key={app.id} className={css["hiddenApp"]}>
                <div className={css["line"]}>
                  <span className={css["grow"]}>
                    {app.name}
                    <span className={css["soft"]}> {app.sentence}</span>
                  </span>
                  <Button
                    look="quiet"
                    aria-expanded={asked === app.id}
                    aria-label={`逐条查看：${app.name}`}
                    onClick={() => setAsked(asked === app.id ? undefined : app.id)}
                  >
                    逐条查看
                  </Button>
                </div>
                {asked === app.id ? (
                  <TraceOf user={user} app={app.id} school={school_id} identity={identity} />
                ) : null}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
