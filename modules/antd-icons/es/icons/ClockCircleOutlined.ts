import { antdIcon } from "../../icons.tsx";

export default antdIcon("clock-circle");
