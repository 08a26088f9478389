import { createContext } from "react";

/** What antd hands to its icons by way of a context: ours need nothing of it. */
export default createContext({});
