import { antdIcon } from "../../icons.tsx";

export default antdIcon("double-right");
