/** How busy a node's connections to the database are. */
export interface PoolState {
  /** Connections at most. */
  readonly max: number;
  readonly open: number;
  readonly idle: number;
  /** Who waits for a connection. */
  readonly waiting: number;
}
