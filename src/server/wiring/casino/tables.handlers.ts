import { betAtTable, cashOutAtTable, getTable, getTableSeat } from '#calls/casino/tables.calls.ts'
import type { TableSeat } from '#schemas'
import type { Gamer } from '#server/casino/casino-ports.ts'
import type { TableKeepers } from '#server/casino/tables/table-keepers.ts'
import { playAt } from '#server/casino/tables/table-seats.ts'
import type { SeatNow, Tables } from '#server/casino/tables/tables.service.ts'
import { type AnyHandler, answer, type CallScope } from '../http/call-scope.ts'

/** The calls of players at tables (CAS-11). */
export function tableHandlers(tables: Tables, keepers: Pick<TableKeepers, 'changed'>): AnyHandler[] {
  const gamerOf = ({ site, player }: CallScope): Gamer => ({
    brandId: site.brandId,
    accountId: player?.accountId ?? null,
  })
  /** Lets everybody at the table see what was done. */
  const told = async ({ site }: CallScope, work: Promise<SeatNow>): Promise<TableSeat> => {
    const now = await work
    keepers.changed(site.brandId, now.session.game_id)
    return tableSeat(now)
  }
  return [
    answer(betAtTable, ({ body: { sessionId, ...asked } }, scope) =>
      told(scope, tables.bet(gamerOf(scope), sessionId, asked)),
    ),
    answer(cashOutAtTable, ({ body: { sessionId, ...asked } }, scope) =>
      told(scope, tables.cashOut(gamerOf(scope), sessionId, asked)),
    ),
    answer(getTableSeat, async ({ body: { sessionId } }, scope) =>
      tableSeat(await tables.seat(gamerOf(scope), sessionId)),
    ),
    answer(getTable, ({ query: { game } }, { site, country }) => tables.view(site.brandId, game, country)),
  ]
}

/** What a player has at a table, as its calls answer. */
function tableSeat({ session, tableRoundId, seat, balanceMinor, sums }: SeatNow): TableSeat {
  return {
    ...{ sessionId: session.session_id, roundId: tableRoundId, state: seat?.state ?? 'none' },
    bets: [...playAt(seat ?? undefined).bets],
    ...{ stakeMinor: seat?.stake_minor ?? 0, payoutMinor: seat?.payout_minor ?? 0 },
    ...{ currency: session.currency, exponent: session.exponent, balanceMinor },
    ...{ sessionStakeMinor: sums.stakeMinor, sessionPayoutMinor: sums.payoutMinor },
  }
}
