import { antdIcon } from "../../icons.tsx";

export default antdIcon("close-circle");
