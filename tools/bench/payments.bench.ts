/** How many deposits the cashier settles in a second, against the same statements through the same pool. */
import { embeddedDatabase, postgresDatabase } from './loads/bench-databases.ts'
import { median } from './loads/samples.ts'
import { measureDeposits } from './loads/settled-deposits.ts'
import { createReport, type Report, shortNumber } from './report.ts'

const TO_SQL = 0.6

/** Runs and prints the bench. Without a PostgreSQL server nothing can be compared, and it says so. */
export async function benchPayments(): Promise<Report> {
  const report = createReport()
  const postgres = await postgresDatabase()
  report.holds('there is a PostgreSQL server', postgres !== undefined)
  if (postgres) {
    const { service, sql, statements, isWhole } = await measureDeposits(postgres).finally(postgres.drop)
    report.row('deposits settled (PostgreSQL)', `${shortNumber(median(service))}/s`, `${statements} statements each`)
    report.holds('the books are right afterwards', isWhole)
    report.row('the same statements alone', `${shortNumber(median(sql))}/s`)
    const ratio = median(service.map((deposits, round) => deposits / (sql[round] ?? Number.NaN)))
    report.atLeast('deposits settled to the statements alone', ratio, TO_SQL)
  }
  const embedded = embeddedDatabase()
  const { service } = await measureDeposits(embedded).finally(embedded.drop)
  report.row('deposits settled (embedded)', `${shortNumber(median(service))}/s`)
  return report
}
