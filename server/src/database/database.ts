import type { Kysely, Transaction } from "kysely";
import type { Tables } from "./tables.ts";

/** The whole database; every query of the product goes through it or through a transaction of it. */
export type Database = Kysely<Tables>;
/** The argument of a query function: the database, or the transaction that it must stay in. */
export type Queryable = Kysely<Tables> | Transaction<Tables>;
