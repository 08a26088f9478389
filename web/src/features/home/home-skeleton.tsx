import { DOCK_SIZE } from "./rules.ts";
import css from "./home-skeleton.module.css";
import { Skeleton } from "../../ui/skeleton.tsx";

function Tiles({ count }: { count: number }) {
  return (
    <div className={css["grid"]}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={css["tile"]}>
          <Skeleton width={56} height={56} />
          <Skeleton width={56} height={18} />
        </div>
      ))}
    </div>
  );
}

/** The dock, the tabs and the first shelves before they are known, where they will stand. */
export function ShelvesSkeleton() {
  return (
    <div aria-hidden="true">
      <div className={css["card"]}>
        <Skeleton width={72} height={20} className={css["title"]} />
        <Tiles count={DOCK_SIZE} />
      </div>
      <Skeleton width={280} height={44} className={css["tabs"]} />
      <div className={css["card"]}>
        <Skeleton width={48} height={20} className={css["title"]} />
        <Tiles count={DOCK_SIZE} />
      </div>
    </div>
  );
}

/** The whole page before the person is known. */
export function HomeSkeleton() {
  return (
    <div className={css["page"]} aria-busy="true">
      <div className={css["bar"]} />
      <div className={css["main"]}>
        <Skeleton width={260} height={36} className={css["greeting"]} />
        <ShelvesSkeleton />
      </div>
    </div>
  );
}
