/** How long a draw with a hundred thousand tickets takes to be settled, and a round of bingo with as many cards to be closed, and what they take of
 *  memory (LOT-5). */
import { embeddedDatabase, postgresDatabase } from './loads/bench-databases.ts'
import { type CalledCards, callCards } from './loads/called-cards.ts'
import { type DrawnTickets, settleTickets } from './loads/drawn-tickets.ts'
import { createReport, duration, type Report } from './report.ts'

const FEW = 10_000
const MANY = 100_000
const LIMIT_S = 60
/** Tickets are looked at a thousand at a time, and leaves of the tree five thousand: nothing grows with the number of tickets. */
const LIMIT_MB = 96

/** Runs and prints the bench, on PostgreSQL where a server answers. */
export async function benchLotteries(): Promise<Report> {
  const report = createReport()
  const settle = async (tickets: number): Promise<DrawnTickets> => {
    const place = (await postgresDatabase()) ?? embeddedDatabase()
    return settleTickets(place, tickets).finally(place.drop)
  }
  const [few, many] = [await settle(FEW), await settle(MANY)]
  for (const [tickets, { settledMs, grownMb }] of [
    [FEW, few],
    [MANY, many],
  ] as const)
    report.row(
      `a draw of ${tickets.toLocaleString('en')} tickets`,
      duration(settledMs * 1000),
      `${Math.round(grownMb)} MB more while it is settled`,
    )
  report.holds('every ticket is settled and the books are right', few.isWhole && many.isWhole)
  report.atMost(
    'a hundred thousand tickets, from the end of the sale to the last payout',
    many.settledMs / 1000,
    LIMIT_S,
    ' s',
  )
  report.atMost('what the process grows by', many.grownMb, LIMIT_MB, ' MB')
  await callRounds(report)
  return report
}

/** Bingo: the sale of a round is closed in one transaction, which knows all winners. */
async function callRounds(report: Report): Promise<void> {
  const call = async (cards: number): Promise<CalledCards> => {
    const place = (await postgresDatabase()) ?? embeddedDatabase()
    return callCards(place, cards).finally(place.drop)
  }
  const [few, many] = [await call(FEW), await call(MANY)]
  for (const [cards, { closedMs, grownMb }] of [
    [FEW, few],
    [MANY, many],
  ] as const)
    report.row(
      `the sale of a round of bingo of ${cards.toLocaleString('en')} cards is closed`,
      duration(closedMs * 1000),
      `${Math.round(grownMb)} MB more until all are paid`,
    )
  report.holds('every card of the rounds is settled and the books are right', few.isWhole && many.isWhole)
  report.atMost('a round of a hundred thousand cards is closed', many.closedMs / 1000, LIMIT_S, ' s')
  report.atMost('what the process grows by until they are paid', many.grownMb, LIMIT_MB, ' MB')
}
