import { classNames } from "../../ui/class-names.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import css from "./home-skeleton.module.css";
import { DOCK_SIZE } from "./rules.ts";

function Tiles({ count, large }: { count: number; large: boolean }) {
  const size = large ? 72 : 56;
  return (
    <div className={css["grid"]}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={css["tile"]}>
          <Skeleton width={size} height={size} />
          <Skeleton width={size} height={large ? 21 : 18} />
        </div>
      ))}
    </div>
  );
}

/** Placeholders of dock, recent apps, tabs and the first shelf, in their later places. */
export function ShelvesSkeleton({
  quick = DOCK_SIZE,
  large = false,
}: {
  /** The number of quick apps to come. */
  quick?: number;
  large?: boolean;
}) {
  return (
    <div aria-hidden="true">
      <div className={classNames(css["card"], css["dock"])}>
        <Skeleton width={72} height={20} className={css["title"]} />
        <Tiles count={quick} large={large} />
      </div>
      <Skeleton width={320} height={44} className={css["recent"]} />
      <Skeleton width={320} height={44} className={css["tabs"]} />
      <div className={css["card"]}>
        <Skeleton width={72} height={20} className={css["title"]} />
        <Tiles count={DOCK_SIZE} large={large} />
      </div>
    </div>
  );
}

/** The bar before the person is known. */
export function BarSkeleton() {
  return <div className={css["bar"]} />;
}

/** The whole page before the person is known. */
export function HomeSkeleton() {
  return (
    <div aria-busy="true">
      <main className={css["main"]}>
        <Skeleton width={260} height={36} className={css["greeting"]} />
        <ShelvesSkeleton />
      </main>
    </div>
  );
}
