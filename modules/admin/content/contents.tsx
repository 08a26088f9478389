import { useModule } from "../../kit/react-module.tsx";
import { ContentList } from "./content-list.tsx";
import { ItemPage } from "./item-page.tsx";
import { NewItem } from "./new-item.tsx";

/**
 * The screen 内容: `/module/admin/content`, `/new` below it, and `/item/{id}?owner={school}` for one of them; what
 * is everybody's has no owner (AD-20).
 */
export default function Contents() {
  const { place } = useModule();
  const [, kind, id] = place.path;
  if (kind === "new") return <NewItem />;
  if (kind !== "item" || id === undefined) return <ContentList />;
  return <ItemPage key={id} id={id} />;
}
