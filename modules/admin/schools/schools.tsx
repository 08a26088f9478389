import { useModule } from "../../kit/react-module.tsx";
import { SchoolList } from "./school-list.tsx";
import { SchoolPage } from "./school-page.tsx";

/** The screen 学校: `/module/admin/schools`, and `/module/admin/schools/{id}` for one of them (AD-10). */
export default function Schools() {
  const { place } = useModule();
  const [, id] = place.path;
  return id === undefined ? <SchoolList /> : <SchoolPage key={id} id={id} />;
}
