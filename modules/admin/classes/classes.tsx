import { useModule } from "../../kit/react-module.tsx";
import { ClassList } from "./class-list.tsx";
import { ClassPage } from "./class-page.tsx";

/** The screen 班级: `/module/admin/classes`, and `/module/admin/classes/{school id}/{class id}` for one of them (AD-09). */
export default function Classes() {
  const { place } = useModule();
  const [, school, id] = place.path;
  if (school === undefined || id === undefined) return <ClassList />;
  return <ClassPage key={`${school}/${id}`} school={school} id={id} />;
}
