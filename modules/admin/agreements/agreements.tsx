import { AGREEMENT_TYPES } from "#contract";
import { useModule } from "../../kit/react-module.tsx";
import { NewVersion } from "./new-version.tsx";
import { VersionList } from "./version-list.tsx";

/** The screen 协议: `/module/admin/agreements`, and `/module/admin/agreements/{type}` for a new version of one (AD-20). */
export default function Agreements() {
  const { place } = useModule();
  const type = AGREEMENT_TYPES.find((one) => one === place.path[1]);
  return type === undefined ? <VersionList /> : <NewVersion key={type} type={type} />;
}
