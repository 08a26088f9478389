import { useModule } from "../../kit/react-module.tsx";
import { ClassList } from "./class-list.tsx";
import { Teaching } from "./teaching-grid.tsx";
import { Timetable } from "./timetable.tsx";
import { ClassPage } from "./class-page.tsx";

/** The screen 班级: `/module/admin/classes`, `…/{school id}/{class id}` for one of them, `…/teaching` for who teaches what (AD-09), `…/timetable` (HO-03). */
export default function Classes() {
  const { place } = useModule();
  const [, school, id] = place.path;
  if (school === "teaching" && id === undefined) return <Teaching />;
  if (school === "timetable" && id === undefined) return <Timetable />;
  if (school === undefined || id === undefined) return <ClassList />;
  return <ClassPage key={`${school}/${id}`} school={school} id={id} />;
}
