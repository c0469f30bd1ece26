import { AppError } from '#calls/app-error.ts'
import { clearBetHistory, getBetHistory, mailBetHistory } from '#calls/betting.calls.ts'
import type { HistoryBet, MailBetHistoryAnswer, MailBetHistoryBody } from '#schemas'
import { addressesOf } from '#server/account/office/proved-addresses.ts'
import type { BettingService } from '#server/betting/betting.service.ts'
import { forBrand } from '#server/db/for-brand.ts'
import type { OpenDatabase } from '#server/db/open-database.ts'
import type { DeliveryService } from '#server/delivery/delivery.service.ts'
import type { Guard } from '#server/guard/guard.service.ts'
import { budgetKeys } from '#server/guard/visitor.ts'
import { type AnyHandler, answer, type CallScope, playerOf } from '../http/call-scope.ts'
import { visitorOf } from '../http/visitor-scope.ts'
import { betStatement } from './bet-statement.ts'

/** Bets of one mail, in pages of 50. */
const MAILED_PAGES = 4

/** What the history of bets needs to be mailed. */
export interface StatementPorts {
  readonly database: Pick<OpenDatabase, 'db'>
  readonly clock: () => Date
  readonly guard: Pick<Guard, 'take'>
  readonly delivery: Pick<DeliveryService, 'enqueue'>
}

/** The calls of the history of bets (BET-4, OFF-3). */
export function betHistoryHandlers(
  betting: BettingService,
  { database, clock, guard, delivery }: StatementPorts,
): AnyHandler[] {
  async function mail(scope: CallScope, asked: MailBetHistoryBody): Promise<MailBetHistoryAnswer> {
    const { site, language } = scope
    const { brandId, accountId } = bettorOf(scope)
    await guard.take('code_sending', brandId, budgetKeys(visitorOf(scope), `bet-history ${accountId}`))
    const door = forBrand(database.db, brandId)
    const { email } = await door.transaction((tx) => addressesOf(tx, accountId))
    if (email === undefined) throw new AppError('mailing.no_email')
    const { bets, totalBets, dateFrom, dateTo } = await mailed(bettorOf(scope), asked)
    if (bets.length === 0) return { sentBets: 0, totalBets }
    await door.transaction((tx) =>
      delivery.enqueue(tx, {
        kind: 'mail',
        template: 'bet_history',
        recipient: email,
        language,
        params: { brand: site.manifest.name, dateFrom, dateTo, count: bets.length, total: totalBets },
        // What somebody has bet is not kept beside the letter once it is sent.
        secrets: { statement: betStatement(site, language, bets) },
        now: clock(),
      }),
    )
    return { sentBets: bets.length, totalBets }
  }

  async function mailed(bettor: ReturnType<typeof bettorOf>, asked: MailBetHistoryBody) {
    const first = await betting.readHistory(bettor, asked)
    const bets: HistoryBet[] = [...first.bets]
    for (let page = 2; page <= MAILED_PAGES && bets.length < first.total; page += 1)
      bets.push(...(await betting.readHistory(bettor, { ...asked, page_number: page })).bets)
    return { bets, totalBets: first.total, dateFrom: first.dateFrom, dateTo: first.dateTo }
  }

  return [
    answer(getBetHistory, ({ query }, scope) => betting.readHistory(bettorOf(scope), query)),
    answer(mailBetHistory, ({ body }, scope) => mail(scope, body)),
    answer(clearBetHistory, async (_input, scope) => {
      if (!scope.site.config.boolean.isCouponDeleteAllowed) throw new AppError('route.not_found')
      return { clearedBets: await betting.clearHistory(bettorOf(scope)) }
    }),
  ]
}

function bettorOf(scope: CallScope) {
  return { brandId: scope.site.brandId, accountId: playerOf(scope).accountId }
}
