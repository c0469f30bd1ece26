/** How many actions of providers the wallet does in a second, against the same statements through the same pool. */
import { embeddedDatabase, postgresDatabase } from './loads/bench-databases.ts'
import { median } from './loads/samples.ts'
import { measureWallet } from './loads/wallet-actions.ts'
import { createReport, type Report, shortNumber } from './report.ts'

const TO_SQL = 0.6
const P99_MS = 50

/** Runs and prints the bench. Without a PostgreSQL server nothing can be compared, and it says so. */
export async function benchWallet(): Promise<Report> {
  const report = createReport()
  const postgres = await postgresDatabase()
  report.holds('there is a PostgreSQL server', postgres !== undefined)
  if (postgres) {
    const { service, sql, statements, p99Ms, isWhole } = await measureWallet(postgres).finally(postgres.drop)
    report.row('bets and wins (PostgreSQL)', `${shortNumber(median(service))}/s`, `${statements} statements each`)
    report.holds('the books are right afterwards', isWhole)
    report.row('the same statements alone', `${shortNumber(median(sql))}/s`)
    const ratio = median(service.map((actions, round) => actions / (sql[round] ?? Number.NaN)))
    report.atLeast('bets and wins to the statements alone', ratio, TO_SQL)
    report.atMost('a bet or a win at half of the capacity, p99', p99Ms, P99_MS, ' ms')
  }
  const embedded = embeddedDatabase()
  const { service } = await measureWallet(embedded).finally(embedded.drop)
  report.row('bets and wins (embedded)', `${shortNumber(median(service))}/s`)
  return report
}
