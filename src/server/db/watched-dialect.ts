import type { DatabaseConnection, Dialect, Driver } from 'kysely'
import { currentTracer, kindOf, type OpenSpan } from '#server/tracing/tracing.ts'

/** Turns an error of the database into what is thrown instead. */
export type TellFailure = (error: unknown) => unknown

/** Hears of each statement, as it was prepared, and of the milliseconds that it took, also when it failed. */
export type HearStatement = (statement: string, ms: number) => void

/** A dialect as it is, whose every failure passes `tell` first: of a connection, a statement, or the end of a transaction. Where traces are
 *  written, each transaction is a span with the number of its statements. */
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
  const transactions = createTransactionSpans()
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
      transactions.count(connection)
      const done = attempt(() => execute.call(connection, query, options))
      return done.finally(() => hear(query.sql, performance.now() - startedAt)) as never
    }
    return connection
  }
  return {
    init: (options) => attempt(() => driver.init(options)),
    acquireConnection: async (options) => watch(await attempt(() => driver.acquireConnection(options))),
    beginTransaction: (connection, settings) =>
      transactions.begin(connection, () => attempt(() => driver.beginTransaction(connection, settings))),
    commitTransaction: (connection) =>
      transactions.end(connection, 'committed', () => attempt(() => driver.commitTransaction(connection))),
    rollbackTransaction: (connection) =>
      transactions.end(connection, 'rolled back', () => attempt(() => driver.rollbackTransaction(connection))),
    releaseConnection: (connection, options) => driver.releaseConnection(connection, options),
    destroy: (options) => driver.destroy(options),
  }
}

/** The spans of the transactions under way, one a connection. Statements are counted; what they say and with which values is nobody's. */
function createTransactionSpans() {
  const open = new WeakMap<DatabaseConnection, { readonly span: OpenSpan; statements: number }>()
  return {
    async begin(connection: DatabaseConnection, work: () => Promise<void>): Promise<void> {
      const span = currentTracer()?.begin('transaction', { kind: 'client', facts: { 'db.system.name': 'postgresql' } })
      try {
        await work()
      } catch (error) {
        span?.end(kindOf(error))
        throw error
      }
      if (span) open.set(connection, { span, statements: 0 })
    },
    count(connection: DatabaseConnection): void {
      const transaction = open.get(connection)
      if (transaction) transaction.statements += 1
    },
    async end(connection: DatabaseConnection, outcome: string, work: () => Promise<void>): Promise<void> {
      const { span, statements = 0 } = open.get(connection) ?? {}
      open.delete(connection)
      span?.note({ 'livery.statements': statements, 'livery.outcome': outcome })
      try {
        await work()
        span?.end()
      } catch (error) {
        span?.end(kindOf(error))
        throw error
      }
    },
  }
}
