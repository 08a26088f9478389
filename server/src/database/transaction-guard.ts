import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Dialect,
  type Driver,
  Kysely,
  type KyselyConfig,
  type TransactionBuilder,
} from "kysely";

/** The transaction that the running code is inside of. */
const inside = new AsyncLocalStorage<{ open: boolean }>();

/**
 * Thrown when `db` is used inside a transaction where `trx` was meant. On the embedded engine, which has one
 * connection, the statement would wait for its own transaction for ever; on a server it would read and write outside of
 * it. So it is refused on both.
 */
export class OutsideTransactionError extends Error {
  override name = "OutsideTransactionError";
  constructor() {
    super(
      "`db` was used inside a transaction: pass the callback's `trx` on to everything that queries in there",
    );
  }
}

/** A Kysely that refuses to leave a transaction it is inside of. */
export class GuardedKysely<Tables> extends Kysely<Tables> {
  constructor(config: KyselyConfig & { dialect: Dialect }) {
    super({ ...config, dialect: guarded(config.dialect) });
  }

  override transaction(): TransactionBuilder<Tables> {
    return marked(super.transaction());
  }
}

function marked<Tables>(builder: TransactionBuilder<Tables>): TransactionBuilder<Tables> {
  const execute = builder.execute.bind(builder);
  const setAccessMode = builder.setAccessMode.bind(builder);
  const setIsolationLevel = builder.setIsolationLevel.bind(builder);
  builder.execute = (callback) =>
    execute(async (trx) => {
      const mark = { open: true };
      try {
        return await inside.run(mark, callback, trx);
      } finally {
        mark.open = false;
      }
    });
  builder.setAccessMode = (mode) => marked(setAccessMode(mode));
  builder.setIsolationLevel = (level) => marked(setIsolationLevel(level));
  return builder;
}

// Statements of a `trx` run on the connection it already holds; only `db` asks for one.
function guarded(dialect: Dialect): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => guardedDriver(dialect.createDriver()),
  };
}

function guardedDriver(driver: Driver): Driver {
  const acquire = driver.acquireConnection.bind(driver);
  driver.acquireConnection = async (options) => {
    if (inside.getStore()?.open) throw new OutsideTransactionError();
    return acquire(options);
  };
  return driver;
}
