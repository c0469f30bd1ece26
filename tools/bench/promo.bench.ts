/** What a bet costs beside three bonuses of its player, against one of a player without any. */
import { embeddedDatabase, postgresDatabase } from './loads/bench-databases.ts'
import { type AwardRates, measureBesideAwards } from './loads/bets-beside-awards.ts'
import { median } from './loads/samples.ts'
import { createReport, type Report, shortNumber } from './report.ts'

/** How many times as long a bet may take beside three bonuses. */
const TO_NONE = 1.3

/** Runs and prints the bench, on a PostgreSQL server when one answers, and on the embedded database. */
export async function benchPromo(): Promise<Report> {
  const report = createReport()
  const postgres = await postgresDatabase()
  report.holds('there is a PostgreSQL server', postgres !== undefined)
  if (postgres) judge(report, 'PostgreSQL', await measureBesideAwards(postgres).finally(postgres.drop))
  const embedded = embeddedDatabase()
  judge(report, 'embedded', await measureBesideAwards(embedded).finally(embedded.drop))
  return report
}

function judge(report: Report, name: string, { without, own, bonus, isWhole }: AwardRates): void {
  const timesOf = (rates: readonly number[]) =>
    median(rates.map((rate, round) => (without[round] ?? Number.NaN) / rate))
  report.row(`bets without a bonus (${name})`, `${shortNumber(median(without))}/s`)
  report.row(`beside three bonuses, of own money (${name})`, `${shortNumber(median(own))}/s`)
  report.row(`beside three bonuses, of the bonus (${name})`, `${shortNumber(median(bonus))}/s`)
  report.holds(`each bet was written, each bonus is there (${name})`, isWhole)
  report.atMost(`price of a bet of own money beside three bonuses (${name})`, timesOf(own), TO_NONE, ' ×')
  report.atMost(`price of a bet of the bonus beside three bonuses (${name})`, timesOf(bonus), TO_NONE, ' ×')
}
