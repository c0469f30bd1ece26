import { PAYTABLES } from '#machines/casino/games/paytables.ts'
import { isTableGame, TABLE_TIMES, type TableSettings } from '#machines/casino/tables/table-game.rules.ts'
import type { TableStep } from '#machines/casino/tables/table-keeper.machine.ts'
import { runMs, seedParts, tableClientSeed, tableResult } from '#machines/casino/tables/table-round.rules.ts'
import { commitmentOf } from '#machines/odds/fair-draw.rules.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import type { CasinoPorts, CasinoSections } from '../casino-ports.ts'
import { keepRules } from '../play/game-rounds.ts'
import { firstRequests, hasSeats, lastTableRound, rulesOfTable, type TableRoundRow } from './table-rows.ts'
import { type SeatsWork, workSeats } from './table-settling.ts'

/** How long a process may run a table without a word, ms. */
export const LEASE_MS = 4000
/** The longest time between two steps of who runs a table, ms: the lease is renewed well within it. */
const LONGEST_STEP_MS = 1500
/** How often a process that does not run a table looks at it, ms. */
const FOLLOW_MS = 400
/** How long after its time a round is still closed or settled as usual, ms: who played it may have gone since. */
export const LATE_MS = 30_000
/** How often targets are looked at during a flight, ms. */
const TARGETS_MS = 250
const REQUESTS_IN_SEED = 3

/** Which table, and who asks. */
export interface TableOf {
  readonly brandId: string
  readonly tableId: string
  /** Name of the process. */
  readonly owner: string
  /** Whether a new round is to begin after the last one: somebody watches. */
  readonly isWanted: boolean
}

interface Stepping extends TableOf {
  readonly tx: BrandTransaction
  readonly ports: CasinoPorts
  readonly sections: CasinoSections
  readonly now: Date
}

/** What is to be done outside the transaction, and what the step is when it was done. */
interface Decided {
  readonly step: TableStep
  readonly due?: { readonly round: TableRoundRow; readonly settings: TableSettings; readonly work: SeatsWork }
}

/** Continues a table, if this process runs it or nobody does: opens its next round, closes the bets, pays what is due. All that it does is
 *  done once, however many processes try; who is interrupted is followed by another where they left off (CAS-11).
 *  @returns where the round is then, and for how long. @throws Error when a seat could not be paid: the step is to be tried again */
export async function stepTable(ports: CasinoPorts, of: TableOf): Promise<TableStep> {
  const sections = await ports.sections(of.brandId)
  const door = forBrand(ports.db, of.brandId)
  const decided = await door.transaction(async (tx) => decide({ ...of, tx, ports, sections, now: ports.clock() }))
  const { step, due } = decided
  if (!due) return step
  const left = await workSeats(ports, { ...due, brandId: of.brandId })
  if (due.work === 'targets') return step
  if (left > 0) throw new Error(`${left} seats of the round ${due.round.table_round_id} could not be paid`)
  await door.transaction((tx) =>
    tx
      .update('casino_table_round', {
        state: due.work === 'refund' ? 'refunded' : 'settled',
        over_at: ports.clock(),
      })
      .where('table_round_id', '=', due.round.table_round_id)
      .where('state', 'in', ['betting', 'running'])
      .execute(),
  )
  return step
}

async function decide(stepping: Stepping): Promise<Decided> {
  const { tx, tableId, isWanted, now } = stepping
  const isOurs = await takeLease(stepping)
  const last = await lastTableRound(tx, tableId)
  if (!isOurs) return { step: await followed(last, now) }
  if (last?.state === 'betting') return stepBetting(stepping, last)
  if (last?.state === 'running') return stepRunning(stepping, last)
  if (last?.over_at) {
    const { kind } = await rulesOfTable(tx, last.rules_hash)
    const leftMs = last.over_at.getTime() + TABLE_TIMES[kind].resultMs - now.getTime()
    if (leftMs > 0) return leads('result', leftMs)
  }
  if (!isWanted) return rest(stepping)
  const settings = offeredTable(stepping)
  return settings ? { step: await openTableRound(stepping, settings) } : rest(stepping)
}

/** Takes or renews the lease of a table. @returns false while another process has it */
async function takeLease({ tx, tableId, owner, now }: Stepping): Promise<boolean> {
  await tx
    .insert('casino_table', { table_id: tableId, owner: null, leased_until: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx
    .select('casino_table')
    .selectAll('casino_table')
    .where('table_id', '=', tableId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (row.owner !== owner && row.leased_until !== null && row.leased_until > now) return false
  await tx
    .update('casino_table', { owner, leased_until: new Date(now.getTime() + LEASE_MS) })
    .where('table_id', '=', tableId)
    .execute()
  return true
}

async function rest({ tx, tableId }: Stepping): Promise<Decided> {
  await tx.update('casino_table', { owner: null, leased_until: null }).where('table_id', '=', tableId).execute()
  return { step: { role: 'rests', phase: 'opening', leftMs: 0 } }
}

function leads(phase: TableStep['phase'], leftMs: number, mostMs = LONGEST_STEP_MS): Decided {
  return { step: { role: 'leads', phase, leftMs: Math.max(1, Math.min(mostMs, leftMs)) } }
}

/** What a process sees that does not run the table; it looks again when something is to be seen. */
async function followed(last: TableRoundRow | undefined, now: Date): Promise<TableStep> {
  const at = now.getTime()
  const next = [last?.closes_at, last?.started_at, last?.ends_at]
    .map((date) => (date ? date.getTime() - at : 0))
    .filter((ms) => ms > 0)
  const isOver = last?.state === 'settled' || last?.state === 'refunded'
  const phase = !last ? 'opening' : isOver ? 'result' : last.state === 'running' ? 'running' : 'betting'
  return { role: 'follows', phase, leftMs: Math.min(FOLLOW_MS, ...next) }
}

async function stepBetting(stepping: Stepping, round: TableRoundRow): Promise<Decided> {
  const { tx, isWanted, now } = stepping
  const isStaked = await hasSeats(tx, round.table_round_id)
  if (!isStaked && !isWanted) return rest(stepping)
  const sinceMs = now.getTime() - round.closes_at.getTime()
  if (sinceMs < 0) return leads('betting', -sinceMs)
  const settings = await rulesOfTable(tx, round.rules_hash)
  if (sinceMs > LATE_MS) {
    if (isStaked) return { ...leads('result', 1), due: { round, settings, work: 'refund' } }
    return { step: await reopen(stepping, round, settings) }
  }
  return closeBets(stepping, round, settings)
}

/** Closes the bets: from here the result is fixed, by the server's seed and by the names of the first bets. */
async function closeBets(
  { tx, tableId, now }: Stepping,
  round: TableRoundRow,
  settings: TableSettings,
): Promise<Decided> {
  const { table_round_id: roundId } = round
  // Bets hold the round until they are taken: who closes it waits for them.
  await tx
    .select('casino_table_round')
    .select('state')
    .where('table_round_id', '=', roundId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const parts = seedParts(tableId, await firstRequests(tx, roundId, REQUESTS_IN_SEED))
  const source = { serverSeed: round.server_seed, clientSeed: tableClientSeed(parts), nonce: roundId }
  const result = tableResult(settings, source)
  const startedAt = new Date(now.getTime() + TABLE_TIMES[settings.kind].startMs)
  const endsAt = new Date(startedAt.getTime() + runMs(settings, result))
  await tx
    .update('casino_table_round', {
      ...{ state: 'running', seed_parts: storableJson(parts), result, started_at: startedAt, ends_at: endsAt },
    })
    .where('table_round_id', '=', roundId)
    .execute()
  return leads('running', endsAt.getTime() - now.getTime(), TARGETS_MS)
}

async function stepRunning({ tx, now }: Stepping, round: TableRoundRow): Promise<Decided> {
  const settings = await rulesOfTable(tx, round.rules_hash)
  const leftMs = (round.ends_at?.getTime() ?? 0) - now.getTime()
  if (leftMs > 0) {
    if (settings.kind !== 'crash') return leads('running', leftMs)
    return { ...leads('running', leftMs, TARGETS_MS), due: { round, settings, work: 'targets' } }
  }
  const work = leftMs < -LATE_MS ? 'settle_late' : 'settle'
  return { ...leads('result', 1), due: { round, settings, work } }
}

function offeredTable({ sections, tableId }: Stepping): TableSettings | null {
  const { games } = sections.casino
  const game = Object.hasOwn(games, tableId) ? games[tableId] : undefined
  const settings = game?.isOffered ? PAYTABLES[game.paytable] : undefined
  return settings && isTableGame(settings) ? settings : null
}

async function openTableRound({ tx, ports, tableId, now }: Stepping, settings: TableSettings): Promise<TableStep> {
  const rulesHash = await keepRules(tx, settings, now)
  const { bettingMs } = TABLE_TIMES[settings.kind]
  const times = { opened_at: now, closes_at: new Date(now.getTime() + bettingMs) }
  await tx
    .insert('casino_table_round', {
      ...{ table_id: tableId, rules_hash: rulesHash, state: 'betting', server_seed: ports.newSeed(), ...times },
    })
    .execute()
  return leads('betting', bettingMs).step
}

/** Opens a round again on which nobody has staked, and which nobody has seen closed. */
async function reopen({ tx, now }: Stepping, round: TableRoundRow, settings: TableSettings): Promise<TableStep> {
  const { bettingMs } = TABLE_TIMES[settings.kind]
  await tx
    .update('casino_table_round', { opened_at: now, closes_at: new Date(now.getTime() + bettingMs) })
    .where('table_round_id', '=', round.table_round_id)
    .execute()
  return leads('betting', bettingMs).step
}

/** What is published of a round before its bets. */
export function tableCommitment({ server_seed }: TableRoundRow): string {
  return commitmentOf(server_seed)
}
