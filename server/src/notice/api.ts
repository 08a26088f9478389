/** Parts of inboxes that other rooms may call. */
export { findItems, itemOf } from "./inbox.ts";
export { subscriptionOf } from "./push/subscriptions.ts";
export { readVapidKey } from "./push/vapid.ts";
