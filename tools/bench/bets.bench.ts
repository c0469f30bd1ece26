/** How many bets the service accepts in a second, against the same statements through the same pool. */
import { embeddedDatabase, postgresDatabase } from './bench-databases.ts'
import { measureBets } from './bet-placements.ts'
import { createReport, type Report, shortNumber } from './report.ts'
import { median } from './samples.ts'

const TO_SQL = 0.6

/** Runs and prints the bench. Without a PostgreSQL server nothing can be compared, and it says so. */
export async function benchBets(): Promise<Report> {
  const report = createReport()
  const postgres = await postgresDatabase()
  report.holds('there is a PostgreSQL server', postgres !== undefined)
  if (postgres) {
    try {
      const { service, sql, statements, isWhole } = await measureBets(postgres)
      report.row('bets accepted (PostgreSQL)', `${shortNumber(median(service))}/s`, `${statements} statements each`)
      report.holds('each of both has written a bet', isWhole)
      report.row('the same statements alone', `${shortNumber(median(sql))}/s`)
      const ratio = median(service.map((bets, round) => bets / (sql[round] ?? Number.NaN)))
      report.atLeast('bets accepted to the statements alone', ratio, TO_SQL)
    } finally {
      await postgres.drop()
    }
  }
  const embedded = embeddedDatabase()
  try {
    const { service } = await measureBets(embedded)
    report.row('bets accepted (embedded)', `${shortNumber(median(service))}/s`)
  } finally {
    await embedded.drop()
  }
  return report
}
