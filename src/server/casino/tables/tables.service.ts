import { AppError } from '#calls/app-error.ts'
import { isTableGame } from '#machines/casino/tables/table-game.rules.ts'
import type { TableStep } from '#machines/casino/tables/table-keeper.machine.ts'
import type { TableView } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { type CasinoPorts, type CasinoSections, type Gamer, OWN_PROVIDER } from '../casino-ports.ts'
import { offeredGame } from '../play/game-offers.ts'
import type { RoundRow } from '../play/round-rows.ts'
import { balanceOf, type SessionSums, sumsOf } from '../play/session-sums.ts'
import { lockSession, type SessionRow } from '../play/sessions.ts'
import { readTableProof, type TableRoundProof } from './table-proof.ts'
import { type AskedBets, betAtTable, cashOutAtTable, type Seated, seatNow } from './table-seats.ts'
import { stepTable, type TableOf } from './table-steps.ts'
import { viewTable } from './table-view.ts'

/** A player at a table, as they see themselves. */
export interface SeatNow {
  readonly session: SessionRow
  /** The last round of the table; 0 before the first. */
  readonly tableRoundId: number
  /** What the player has on it; null without a bet. */
  readonly seat: RoundRow | null
  readonly balanceMinor: number
  readonly sums: SessionSums
}

/** Tables: rounds that all their players share (CAS-11). */
export type Tables = ReturnType<typeof createTables>

/** Makes the tables of the casino. */
export function createTables(ports: CasinoPorts) {
  const { db, clock } = ports
  const seated = (gamer: Gamer, sessionId: string, work: (of: Seated) => Promise<void>): Promise<SeatNow> => {
    // What counts is when the call has come, not when the database gets round to it.
    const at = clock()
    return ports.sections(gamer.brandId).then((sections) =>
      forBrand(db, gamer.brandId).transaction(async (tx) => {
        const session = await lockSession(tx, gamer, sessionId)
        if (session.provider_id !== OWN_PROVIDER) throw new AppError('casino.game_unknown')
        await work({ tx, ports, sections, session, at })
        const { tableRoundId, seat } = await seatNow(tx, session)
        const [balanceMinor, sums] = [await balanceOf(tx, ports, session), await sumsOf(tx, session)]
        return { session, tableRoundId, seat, balanceMinor, sums }
      }),
    )
  }
  return {
    /** @throws AppError casino.bets_closed, casino.*, balance.too_low, or the reason of the guard */
    bet: (gamer: Gamer, sessionId: string, asked: AskedBets): Promise<SeatNow> =>
      seated(gamer, sessionId, (of) => betAtTable(of, asked)),

    /** @throws AppError casino.crashed, casino.out_of_turn, casino.round_unknown, casino.session_unknown */
    cashOut: (gamer: Gamer, sessionId: string, asked: { roundId: number; on: string }): Promise<SeatNow> =>
      seated(gamer, sessionId, (of) => cashOutAtTable(of, asked)),

    /** @throws AppError casino.session_unknown */
    seat: (gamer: Gamer, sessionId: string): Promise<SeatNow> => seated(gamer, sessionId, async () => undefined),

    /** The table of a game, as everybody sees it. @throws AppError casino.game_unknown, casino.not_for_country */
    view: async (brandId: string, tableId: string, country = ''): Promise<TableView> => {
      const kind = kindOf(await ports.sections(brandId), tableId, country)
      return forBrand(db, brandId).transaction((tx) => viewTable(tx, { tableId, kind, now: clock() }))
    },

    /** Continues a table, once for all processes. */
    step: (of: TableOf): Promise<TableStep> => stepTable(ports, of),

    /** Brings rounds with bets to their end that no process runs any more. @returns how many steps were taken */
    finishLeft: async (brandId: string, owner: string): Promise<number> => {
      const left = await forBrand(db, brandId).transaction((tx) =>
        tx
          .select('casino_table_round')
          .select('table_id')
          .distinct()
          .where('state', 'in', ['betting', 'running'])
          .execute(),
      )
      for (const { table_id: tableId } of left) await stepTable(ports, { brandId, tableId, owner, isWanted: false })
      return left.length
    },

    /** What a player's round at a table follows from; null when it is of none. */
    proof: (brandId: string, round: RoundRow): Promise<TableRoundProof | null> =>
      forBrand(db, brandId).transaction((tx) => readTableProof(tx, round)),
  }
}

function kindOf(sections: CasinoSections, tableId: string, country: string) {
  const { settings } = offeredGame(sections, tableId, country)
  if (!isTableGame(settings)) throw new AppError('casino.game_unknown')
  return settings.kind
}
