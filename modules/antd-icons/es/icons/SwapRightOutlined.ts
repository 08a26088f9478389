import { antdIcon } from "../../icons.tsx";

export default antdIcon("swap-right");
