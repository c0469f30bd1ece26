/** How many bets the service accepts in a second, against the same statements through the same pool. */
import { embeddedDatabase, postgresDatabase } from './loads/bench-databases.ts'
import { BETS_A_PART, measureBets, measureOneOutcome } from './loads/bet-placements.ts'
import { measureHttpBets } from './loads/http-bets.ts'
import { median } from './loads/samples.ts'
import { measureSettling } from './loads/settling-rounds.ts'
import { createReport, type Report, shortNumber } from './report.ts'

const TO_SQL = 0.6
/** Of the bets a second that one function writes with one commit. */
const TO_LEAST = 0.4
const MOST_STATEMENTS = 12
/** Left of the bets a second where many stand on the outcome already: were those added up, it would be a tenth. */
const BESIDE_MANY = 0.5
const OPEN_BETS = 50_000
/** How many times as long a round may take beside ten times the open bets: were they read, it would be ten times. */
const BESIDE_MORE = 3

/** Runs and prints the bench. Without a PostgreSQL server nothing can be compared, and it says so. */
export async function benchBets(): Promise<Report> {
  const report = createReport()
  const postgres = await postgresDatabase()
  report.holds('there is a PostgreSQL server', postgres !== undefined)
  if (postgres) {
    try {
      const { service, sql, least, statements, isWhole } = await measureBets(postgres)
      report.row('bets accepted (PostgreSQL)', `${shortNumber(median(service))}/s`, `${statements} statements each`)
      report.holds('each of both has written a bet', isWhole)
      report.row('the same statements alone', `${shortNumber(median(sql))}/s`)
      const ratio = median(service.map((bets, round) => bets / (sql[round] ?? Number.NaN)))
      report.atLeast('bets accepted to the statements alone', ratio, TO_SQL)
      report.atMost('statements of a bet', statements, MOST_STATEMENTS)
      report.row('the same rows by one function', `${shortNumber(median(least))}/s`)
      const toLeast = median(service.map((bets, round) => bets / (least[round] ?? Number.NaN)))
      report.atLeast('bets accepted to the same rows by one function', toLeast, TO_LEAST)
      await benchWholeServer(report, median(service))
    } finally {
      await postgres.drop()
    }
  }
  await benchOneOutcome(report)
  await benchSettling(report)
  const embedded = embeddedDatabase()
  try {
    const { service } = await measureBets(embedded)
    report.row('bets accepted (embedded)', `${shortNumber(median(service))}/s`)
  } finally {
    await embedded.drop()
  }
  return report
}

/** The same bets as players send them: through the whole server, which is printed and not judged. */
async function benchWholeServer(report: Report, service: number): Promise<void> {
  const postgres = await postgresDatabase()
  if (!postgres) return
  const rates = await measureHttpBets(postgres).finally(postgres.drop)
  const whole = median(rates)
  report.row(
    'bets accepted over HTTP (PostgreSQL)',
    `${shortNumber(whole)}/s`,
    `${shortNumber(whole / service)} × service`,
  )
}

/** What a player may still stake on an outcome is asked at every bet: it must not cost more with every bet that is there. */
async function benchOneOutcome(report: Report): Promise<void> {
  const postgres = await postgresDatabase()
  if (!postgres) return
  const { first, last } = await measureOneOutcome(postgres).finally(postgres.drop)
  const there = shortNumber(4 * BETS_A_PART)
  report.row(
    `bets accepted on one outcome, ${there} on it`,
    `${shortNumber(last)}/s`,
    `${shortNumber(first)}/s at first`,
  )
  report.atLeast(`bets accepted beside ${there} on their outcome`, last / first, BESIDE_MANY, ' ×')
}

/** Rounds with one changed game beside many open bets, and beside a tenth of them. */
async function benchSettling(report: Report): Promise<void> {
  const times = []
  for (const bets of [OPEN_BETS / 10, OPEN_BETS]) {
    const postgres = await postgresDatabase()
    if (!postgres) return
    times.push(await measureSettling(postgres, bets).finally(postgres.drop))
  }
  const [few, many] = times
  if (!few || !many) return
  const name = `one changed game beside ${shortNumber(OPEN_BETS)} open bets`
  report.row(`a round: ${name}`, `${shortNumber(many.round)} ms`, `${shortNumber(many.betsOfGame)} bets on it`)
  report.row(
    'its bets read by one statement',
    `${shortNumber(many.read)} ms`,
    `1 : ${shortNumber(many.round / many.read)}`,
  )
  report.row(
    'the statements of a round alone',
    `${shortNumber(many.sql)} ms`,
    `1 : ${shortNumber(many.round / many.sql)}`,
  )
  report.row('a round in which nothing has changed', `${shortNumber(many.idle)} ms`)
  report.atMost('a round beside ten times the open bets', many.round / few.round, BESIDE_MORE, ' ×')
}
