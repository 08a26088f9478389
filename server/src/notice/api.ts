/** Parts of inboxes that other rooms may call. */
export { countInbox, findItems, itemOf } from "./inbox.ts";
