import { useModule } from "../../kit/react-module.tsx";
import { NoticeList } from "./notice-list.tsx";
import { NoticePage } from "./notice-page.tsx";
import { WriteNotice } from "./write-notice.tsx";

/** The path of the form for a new notice, in place of an id. */
const NEW = "new";

/** The screen 通知: `/module/admin/notices`, `…/new`, and `…/{id}` for one of them (IN-02, IN-03). */
export default function Notices() {
  const { place } = useModule();
  const id = place.path[1];
  if (id === undefined) return <NoticeList />;
  return id === NEW ? <WriteNotice /> : <NoticePage key={id} id={id} />;
}
