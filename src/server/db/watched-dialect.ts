import type { DatabaseConnection, Dialect, Driver } from 'kysely'

/** Turns an error of the database into what is thrown instead. */
export type TellFailure = (error: unknown) => unknown

/** A dialect as it is, whose every failure passes `tell` first: of a connection, a statement, or the end of a transaction. */
export function watchDialect(dialect: Dialect, tell: TellFailure): Dialect {
  return {
    createDriver: () => watchDriver(dialect.createDriver(), tell),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}

function watchDriver(driver: Driver, tell: TellFailure): Driver {
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
    connection.executeQuery = (query, options) => attempt(() => execute.call(connection, query, options)) as never
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
