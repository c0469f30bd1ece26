import { type Selectable, sql } from 'kysely'
import type { DeskPart } from '#server/db/desk-part.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableId, storableText } from '#server/db/storable.ts'
import type { CasinoDoubtTable } from '#server/db/tables/casino-tables.ts'
import { type AskedAction, minorOf, type WalletResult } from '../providers/wallet-adapter.ts'

/** A doubt as it is kept, with the decimal digits of its currency. */
export type DoubtRow = Selectable<CasinoDoubtTable> & { readonly exponent: number }

/** Verdicts that people have to look at: money may be owed, or is claimed twice. */
const IN_DOUBT = ['conflict', 'tombstoned', 'unknown_reference'] as const
/** Rounds that one look takes on at most. */
const MOST_STUCK = 500

/** An action of a provider that the wallet has refused. */
export interface RefusedAction {
  readonly action: AskedAction
  readonly result: WalletResult
  readonly providerId: string
  readonly sessionId: string
  /** Null where the action does not say it: it is that of the session. */
  readonly gameId: string | null
  readonly areRoundsOfGames: boolean
}

/** Keeps a refusal for the desk, once under the name of its action; a verdict that nobody has to look at is not kept. */
export async function noteRefusal(
  tx: BrandTransaction,
  { action, result, providerId, sessionId, gameId, areRoundsOfGames }: RefusedAction,
  now: Date,
): Promise<void> {
  const kind = IN_DOUBT.find((verdict) => verdict === result.verdict)
  if (!kind) return
  const session = await sessionOf(tx, providerId, sessionId)
  if (!session?.account_id) return
  const { account_id, currency, exponent } = session
  const name = areRoundsOfGames ? `${session.game_id}/${action.roundId}` : action.roundId
  const round = await tx
    .select('casino_round')
    .select('round_id')
    .where('provider_id', '=', providerId)
    .where('external_id', '=', storableText(name))
    .where('account_id', '=', account_id)
    .executeTakeFirst()
  await tx
    .insert('casino_doubt', {
      ...{ kind, provider_id: providerId, subject: storableText(action.actionId), action_kind: action.kind },
      ...{ reason: result.reason ?? null, account_id, round_id: round?.round_id ?? null, currency },
      ...{ game_id: gameId ?? session.game_id, first_at: now, last_at: now },
      amount_minor: action.amount === null ? 0 : (minorOf(action.amount, exponent) ?? 0),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['brand_id', 'provider_id', 'kind', 'subject', 'action_kind', 'account_id'])
        .doUpdateSet({ last_at: now, times: sql<number>`casino_doubt.times + 1` }),
    )
    .execute()
}

function sessionOf(tx: BrandTransaction, providerId: string, sessionId: string) {
  return tx
    .select('casino_session')
    .select(['account_id', 'currency', 'exponent', 'game_id'])
    .where('provider_id', '=', providerId)
    .where('session_id', '=', sessionId)
    .where('mode', '=', 'real')
    .executeTakeFirst()
}

/** Keeps rounds for the desk in which nothing has happened since a moment though they are open. @returns how many are new */
export async function noteStuck(tx: BrandTransaction, before: Date, now: Date): Promise<number> {
  const rounds = await tx
    .select('casino_round')
    .leftJoin('casino_doubt', (join) =>
      join
        .onRef('casino_doubt.brand_id', '=', 'casino_round.brand_id')
        .onRef('casino_doubt.round_id', '=', 'casino_round.round_id')
        .on('casino_doubt.kind', '=', 'stuck'),
    )
    .select(['casino_round.round_id', 'casino_round.provider_id', 'casino_round.external_id as subject'])
    .select(['casino_round.account_id', 'casino_round.game_id', 'casino_round.currency', 'casino_round.stake_minor'])
    .where('casino_round.state', '=', 'open')
    .where('casino_round.mode', '=', 'real')
    .where('casino_round.changed_at', '<', before)
    .where('casino_doubt.doubt_id', 'is', null)
    .orderBy('casino_round.changed_at')
    .limit(MOST_STUCK)
    .execute()
  const rows = rounds.flatMap(({ account_id, stake_minor, ...round }) =>
    account_id === null
      ? []
      : [{ ...round, account_id, kind: 'stuck', action_kind: null, reason: null, amount_minor: stake_minor } as const],
  )
  if (rows.length === 0) return 0
  await tx
    .insert(
      'casino_doubt',
      rows.map((row) => ({ ...row, first_at: now, last_at: now })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return rows.length
}

/** Doubts with their state now: one whose round has ended, or whose action was done after all, waits no more. */
function doubts(tx: BrandTransaction) {
  return tx
    .select('casino_doubt')
    .leftJoin('casino_round', (join) =>
      join
        .onRef('casino_round.brand_id', '=', 'casino_doubt.brand_id')
        .onRef('casino_round.round_id', '=', 'casino_doubt.round_id'),
    )
    .leftJoin('wallet_action', (join) =>
      join
        .onRef('wallet_action.brand_id', '=', 'casino_doubt.brand_id')
        .onRef('wallet_action.provider_id', '=', 'casino_doubt.provider_id')
        .onRef('wallet_action.action_id', '=', 'casino_doubt.subject')
        .onRef('wallet_action.kind', '=', 'casino_doubt.action_kind')
        .onRef('wallet_action.account_id', '=', 'casino_doubt.account_id')
        .onRef('wallet_action.amount_minor', '=', 'casino_doubt.amount_minor')
        .on('wallet_action.outcome', '=', 'applied'),
    )
}

const WAITS = sql<boolean>`casino_doubt.resolved_at is null
  and (casino_doubt.kind <> 'stuck' or casino_round.state = 'open')
  and (casino_doubt.kind = 'conflict' or wallet_action.sequence is null)`

/** Doubts for operators: what waits, the longest first, or what was resolved, the latest first. */
export async function doubtsAtDesk(
  tx: BrandTransaction,
  { isDone, most, skip = 0, only }: DeskPart,
): Promise<Selectable<CasinoDoubtTable>[]> {
  const all = doubts(tx).selectAll('casino_doubt').limit(most).offset(skip)
  const rows = only ? all.where('casino_doubt.doubt_id', 'in', [...only]) : all
  return isDone
    ? rows.where('casino_doubt.resolved_at', 'is not', null).orderBy('casino_doubt.resolved_at', 'desc').execute()
    : rows.where(WAITS).orderBy('casino_doubt.first_at').orderBy('casino_doubt.doubt_id').execute()
}

/** How many doubts wait. */
export async function countDoubts(tx: BrandTransaction): Promise<number> {
  const { count } = await doubts(tx)
    .select(sql<number>`count(*)::int8`.as('count'))
    .where(WAITS)
    .executeTakeFirstOrThrow()
  return count
}

/** A doubt; undefined when there is none of the number. */
export async function readDoubt(tx: BrandTransaction, doubtId: number): Promise<DoubtRow | undefined> {
  const row = await tx
    .select('casino_doubt')
    .selectAll('casino_doubt')
    .where('doubt_id', '=', storableId(doubtId))
    .executeTakeFirst()
  if (!row) return undefined
  const session = await tx
    .select('casino_session')
    .select('exponent')
    .where('account_id', '=', row.account_id)
    .where('currency', '=', row.currency)
    .limit(1)
    .executeTakeFirst()
  return { ...row, exponent: session?.exponent ?? 2 }
}

/** Resolves a doubt. @returns false when it is resolved already, or there is none */
export async function resolveDoubt(
  tx: BrandTransaction,
  of: {
    readonly doubtId: number
    readonly decision: 'settled' | 'marked'
    readonly by: string
    readonly note: string
    readonly now: Date
  },
): Promise<boolean> {
  const { doubtId, decision, by, note, now } = of
  const row = await tx
    .update('casino_doubt', { resolved_at: now, resolved_by: by, decision, note })
    .where('doubt_id', '=', storableId(doubtId))
    .where('resolved_at', 'is', null)
    .returning('doubt_id')
    .executeTakeFirst()
  return row !== undefined
}
