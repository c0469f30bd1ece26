import type { DatabaseConnection, Dialect, Driver } from 'kysely'

/** Turns an error of the database into what is thrown instead. */
export type TellFailure = (error: unknown) => unknown

/** Hears of each statement, as it was prepared, and of the milliseconds that it took, also when it failed. */
export type HearStatement = (statement: string, ms: number) => void

/** A dialect as it is, whose every failure passes `tell` first: of a connection, a statement, or the end of a transaction. */
export function watchDialect(dialect: Dialect, tell: TellFailure, hear: HearStatement = () => undefined): Dialect {
  return {
    createDriver: () => watchDriver(dialect.createDriver(), tell, hear),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}

function watchDriver(driver: Driver, tell: TellFailure, hear: HearStatement): Driver {
  const watched = new WeakSet<DatabaseConnection>()
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw tell(error)
    }
  }
  // Connections stay the driver's own, by which it knows them; only what sends a statement is put in between.
  const watch = (connection: DatabaseConnection): DatabaseConnection => {
    if (watched.has(connection)) return connection
    watched.add(connection)
    const execute = connection.executeQuery
    connection.executeQuery = (query, options) => {
      const startedAt = performance.now()
      const done = attempt(() => execute.call(connection, query, options))
      return done.finally(() => hear(query.sql, performance.now() - startedAt)) as never
    }
    return connection
  }
  return {
    init: (options) => attempt(() => driver.init(options)),
    acquireConnection: async (options) => watch(await attempt(() => driver.acquireConnection(options))),
    beginTransaction: (connection, settings) => attempt(() => driver.beginTransaction(connection, settings)),
    commitTransaction: (connection) => attempt(() => driver.commitTransaction(connection)),
    rollbackTransaction: (connection) => attempt(() => driver.rollbackTransaction(connection)),
    releaseConnection: (connection, options) => driver.releaseConnection(connection, options),
    destroy: (options) => driver.destroy(options),
  }
}
