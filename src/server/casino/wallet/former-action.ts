import { createHash } from 'node:crypto'
import type { Selectable, SelectQueryBuilder } from 'kysely'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { WalletActionTable } from '#server/db/tables/casino-tables.ts'
import type { Database } from '#server/db/tables/tables.ts'
import type { WalletAction, WalletOutcome, WalletReason } from './wallet-action.ts'
import type { WalletRound } from './wallet-rounds.ts'

/** A hash of what is asked: a repetition has the same. The session is left out, as one may have ended between two tries. */
export function fingerprintOf(action: WalletAction, accountId: number): string {
  const { kind, roundId, gameId, currency, amountMinor, reference, isFree, endsRound } = action
  const asked = [
    kind,
    accountId,
    roundId,
    gameId,
    currency,
    amountMinor,
    reference ?? '',
    isFree === true,
    endsRound === true,
    ...(action.reward === undefined ? [] : [action.reward]),
  ]
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex')
}

/** What was done before: the outcome of the action where it was applied already, and the round that it names. It is one statement, since
 *  every action waits for it. */
export async function readBefore(
  tx: BrandTransaction,
  action: WalletAction,
  accountId: number,
): Promise<{ readonly former: FormerOutcome | null; readonly round: WalletRound | undefined }> {
  const { providerId, roundId, sessionId } = action
  const row = await tx
    .select('casino_session')
    .leftJoinLateral(
      (from) => formerAction(from.selectFrom('wallet_action'), action).as('former'),
      (join) => join.onTrue(),
    )
    .leftJoin('casino_round as round', (join) =>
      join
        .onRef('round.brand_id', '=', 'casino_session.brand_id')
        .on('round.provider_id', '=', providerId)
        .on('round.external_id', '=', roundId)
        .on('round.account_id', '=', accountId),
    )
    .select(['former.outcome', 'former.reason', 'former.fingerprint', 'former.sequence'])
    .select(['round.round_id', 'round.state', 'round.stake_minor'])
    .where('casino_session.session_id', '=', sessionId)
    .executeTakeFirstOrThrow()
  const { round_id, state, stake_minor } = row
  const round = round_id && state ? { round_id, state, stake_minor: stake_minor ?? 0 } : undefined
  return { former: formerOutcome(row, action, accountId), round }
}

type FormerOutcome = Pick<WalletOutcome, 'verdict' | 'reason' | 'transactionId'>

type OfActions = SelectQueryBuilder<Database, 'casino_session' | 'wallet_action', object>

function formerAction(actions: OfActions, { providerId, actionId, kind }: WalletAction) {
  return (
    actions
      .select(['wallet_action.outcome', 'wallet_action.reason', 'fingerprint', 'wallet_action.sequence'])
      .whereRef('wallet_action.brand_id', '=', 'casino_session.brand_id')
      .where('wallet_action.provider_id', '=', providerId)
      .where('wallet_action.action_id', '=', actionId)
      // A rollback has taken the place of what was to be done under the name, of whatever kind it is; not that of another rollback.
      .where((where) =>
        kind === 'rollback'
          ? where('kind', '=', 'rollback')
          : where.or([where('kind', '=', kind), where('outcome', '=', 'tombstoned')]),
      )
      .orderBy('outcome', 'desc')
      .limit(1)
  )
}

interface KeptOutcome {
  readonly outcome: Selectable<WalletActionTable>['outcome'] | null
  readonly reason: string | null
  readonly fingerprint: string | null
  readonly sequence: number | null
}

function formerOutcome(row: KeptOutcome, action: WalletAction, accountId: number): FormerOutcome | null {
  const { outcome, reason, fingerprint, sequence } = row
  if (outcome === null) return null
  const transactionId = sequence ?? 0
  if (outcome === 'tombstoned') return { verdict: 'tombstoned', transactionId }
  if (fingerprint !== fingerprintOf(action, accountId))
    return { verdict: 'conflict', reason: 'other_action', transactionId }
  if (outcome === 'applied') return { verdict: 'replayed', transactionId }
  return { verdict: outcome, ...(reason ? { reason: reason as WalletReason } : {}), transactionId }
}
