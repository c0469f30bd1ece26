import { createHash } from 'node:crypto'
import { crashPay } from '#machines/casino/games/crash.rules.ts'
import { TABLE_TIMES } from '#machines/casino/tables/table-game.rules.ts'
import { tableClientSeed } from '#machines/casino/tables/table-round.rules.ts'
import type { TableGuest, TableResult, TableView } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableText } from '#server/db/storable.ts'
import type { RoundRow } from '../play/round-rows.ts'
import { lastTableRound, rulesOfTable, seatsAt, type TableRoundRow } from './table-rows.ts'
import { playAt } from './table-seats.ts'
import { reachedTargets } from './table-settling.ts'
import { tableCommitment } from './table-steps.ts'

const MOST_BETS = 50
const MOST_RESULTS = 100

type Kind = TableView['kind']

/** A table as everybody at it sees it at a moment: nothing in it tells what is not over. */
export async function viewTable(
  tx: BrandTransaction,
  of: { readonly tableId: string; readonly kind: Kind; readonly now: Date },
): Promise<TableView> {
  const { tableId, now } = of
  const round = await lastTableRound(tx, tableId)
  const results = await resultsBefore(tx, tableId, round)
  const shared = { gameId: tableId, nowMs: now.getTime(), results }
  if (!round)
    return {
      ...{ ...shared, kind: of.kind, roundId: 0, phase: 'opening', closesAtMs: 0, startedAtMs: 0, nextAtMs: 0 },
      ...{ result: [], isRefunded: false, commitment: '', clientSeed: '', serverSeed: '', bets: [], betCount: 0 },
    }
  const { kind } = await rulesOfTable(tx, round.rules_hash)
  const bets = (await seatsAt(tx, round.table_round_id)).flatMap((seat) => guestsOf(seat, round, now))
  const phase = phaseOf(round, now)
  const isShown = phase === 'result'
  return {
    ...{ ...shared, kind, roundId: round.table_round_id, phase, closesAtMs: round.closes_at.getTime() },
    startedAtMs: round.started_at?.getTime() ?? 0,
    nextAtMs: round.over_at ? round.over_at.getTime() + TABLE_TIMES[kind].resultMs : 0,
    result: round.result !== null && (isShown || kind === 'live_roulette') ? [round.result] : [],
    isRefunded: round.state === 'refunded',
    commitment: tableCommitment(round),
    clientSeed: round.seed_parts ? tableClientSeed(round.seed_parts) : '',
    serverSeed: isShown ? round.server_seed : '',
    bets: bets.sort((one, other) => other.amountMinor - one.amountMinor).slice(0, MOST_BETS),
    betCount: bets.length,
  }
}

function phaseOf({ state, ends_at }: TableRoundRow, now: Date): TableView['phase'] {
  if (state === 'betting') return 'betting'
  return state === 'running' && ends_at !== null && now < ends_at ? 'running' : 'result'
}

async function resultsBefore(
  tx: BrandTransaction,
  tableId: string,
  round: TableRoundRow | undefined,
): Promise<TableResult[]> {
  const rows = await tx
    .select('casino_table_round')
    .select(['table_round_id', 'result'])
    .where('table_id', '=', storableText(tableId))
    .where('state', '=', 'settled')
    .where('table_round_id', '<', round?.table_round_id ?? 0)
    .orderBy('table_round_id', 'desc')
    .limit(MOST_RESULTS)
    .execute()
  return rows.map(({ table_round_id, result }) => ({ roundId: table_round_id, result: result ?? 0 }))
}

/** The bets of a seat as others see them. What a flight has reached is cashed out, also while it waits to be paid. */
function guestsOf(seat: RoundRow, round: TableRoundRow, now: Date): TableGuest[] {
  const { bets } = playAt(seat)
  const reached = round.ends_at && now < round.ends_at ? reachedTargets(bets, round, now) : []
  return bets.map((bet) => {
    const { on, amountMinor } = bet
    const { currency, exponent } = seat
    const atE2 = reached.includes(bet) ? bet.targetE2 : bet.cashedE2
    const payoutMinor = reached.includes(bet) ? crashPay(amountMinor, atE2) : bet.payoutMinor
    return { name: maskedName(seat), on, amountMinor, currency, exponent, cashedE2: atE2, payoutMinor }
  })
}

/** A name that tells players at a table apart and says nothing of them. */
export function maskedName({ account_id, session_id }: Pick<RoundRow, 'account_id' | 'session_id'>): string {
  const hash = createHash('sha256').update(`${session_id}/${account_id}`).digest()
  const letter = String.fromCharCode(65 + ((hash[0] ?? 0) % 26))
  return `${letter}•••${(hash[1] ?? 0) % 10}`
}
