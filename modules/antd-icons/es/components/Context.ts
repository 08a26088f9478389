import { createContext } from "react";

/** Takes what antd hands to its icons, of which ours need nothing. */
export default createContext({});
