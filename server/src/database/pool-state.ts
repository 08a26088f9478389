/** Counts of a node's connections to the database. */
export interface PoolState {
  /** Connections at most. */
  readonly max: number;
  readonly open: number;
  readonly idle: number;
  /** Queries that wait for a connection. */
  readonly waiting: number;
}
