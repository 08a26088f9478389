/** Parts of inboxes that other rooms may call. */
export { findItems, itemOf } from "./inbox.ts";
