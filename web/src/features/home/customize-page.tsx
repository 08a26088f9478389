import { navigate } from "../../platform/navigation.ts";
import { HomeScreen } from "./page.tsx";

/** Page for choosing and ordering quick apps, at an address of its own (RT-14). */
export default function CustomizeMenusPage() {
  return <HomeScreen onCustomized={() => navigate("/home/index", { replace: true })} />;
}
