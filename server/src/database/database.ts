import type { Kysely, Transaction } from "kysely";
import type { Tables } from "./tables.ts";

/** The whole database; every query of the product goes through it or through a transaction of it. */
export type Database = Kysely<Tables>;
/** What a query function takes: the database, or the transaction it must stay in. */
export type Queryable = Kysely<Tables> | Transaction<Tables>;
