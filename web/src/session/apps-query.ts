/** Keys of the queries that hold an identity's apps start with this. */
export const APPS_QUERY = "apps:";
