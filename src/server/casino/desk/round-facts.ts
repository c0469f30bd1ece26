import { type Selectable, sql } from 'kysely'
import { replayRound } from '#machines/casino/fairness/replay.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableId, storableText } from '#server/db/storable.ts'
import type { WalletActionTable } from '#server/db/tables/casino-tables.ts'
import { OWN_PROVIDER } from '../casino-ports.ts'
import { playOf, shown, sourceOf } from '../play/game-rounds.ts'
import type { RoundRow } from '../play/round-rows.ts'

/** An action of a round, and whether the ledger has its transfer or needs none. */
export type RoundAction = Selectable<WalletActionTable> & { readonly isBooked: boolean }

/** Something that was verified of a round. */
export interface RoundCheck {
  /** Whether stake and payout are those of the actions, the actions are in the books, and the game comes to the same once more. */
  readonly kind: 'sums' | 'booked' | 'replay'
  readonly isFine: boolean
}

/** A round explained. */
export interface RoundFacts {
  readonly round: RoundRow
  readonly actions: readonly RoundAction[]
  readonly checks: readonly RoundCheck[]
  /** What the player has done in a round of the engine. */
  readonly doing: readonly object[]
}

const MOST_ROUNDS = 50
const MOST_ACTIONS = 500

/** Whether a round can be finished by its own game: one of the engine that is open, and no round of a table, which ends by itself. */
export function canSettle({ state, provider_id, rules_hash, table_round_id }: RoundRow): boolean {
  return state === 'open' && provider_id === OWN_PROVIDER && rules_hash !== null && table_round_id === null
}

/** Rounds for money that a text may mean: their number, the provider's name of them, or that of one of their actions. */
export function findRounds(tx: BrandTransaction, asked: string): Promise<RoundRow[]> {
  const text = storableText(asked).trim()
  const number = /^#?(\d{1,15})$/.exec(text)?.[1]
  return tx
    .select('casino_round')
    .selectAll('casino_round')
    .where('mode', '=', 'real')
    .where((where) =>
      where.or([
        where('round_id', '=', storableId(Number(number ?? 0))),
        where('external_id', '=', text),
        where.exists(
          where
            .selectFrom('wallet_action')
            .select('wallet_action.sequence')
            .whereRef('wallet_action.brand_id', '=', 'casino_round.brand_id')
            .whereRef('wallet_action.round_id', '=', 'casino_round.round_id')
            .where('wallet_action.action_id', '=', text),
        ),
      ]),
    )
    .orderBy('round_id', 'desc')
    .limit(MOST_ROUNDS)
    .execute()
}

/** A round with its actions and what was verified of them; undefined when there is none of the number. */
export async function roundFacts(tx: BrandTransaction, roundId: number): Promise<RoundFacts | undefined> {
  const round = await tx
    .select('casino_round')
    .selectAll('casino_round')
    .where('round_id', '=', storableId(roundId))
    .where('mode', '=', 'real')
    .executeTakeFirst()
  if (!round) return undefined
  const actions = await actionsOf(tx, round.round_id)
  const replay = await replayed(tx, round)
  return {
    ...{ round, actions, doing: round.play?.acts ?? [] },
    checks: [
      { kind: 'sums', isFine: areSums(round, actions) },
      { kind: 'booked', isFine: actions.every(({ isBooked }) => isBooked) },
      ...(replay === null ? [] : [{ kind: 'replay', isFine: replay } as const]),
    ],
  }
}

function actionsOf(tx: BrandTransaction, roundId: number): Promise<RoundAction[]> {
  const moves = sql<boolean>`exists (select from jsonb_each_text(wallet_action.funds) part where part.value::int8 <> 0)`
  const booked = sql<boolean>`exists (
    select from ledger_transfer transfer where transfer.brand_id = wallet_action.brand_id and transfer.kind in ('casino-bet', 'casino-bet-undone', 'casino-win', 'casino-win-undone', 'casino-adjustment', 'jackpot-win')
      and transfer.reference = wallet_action.provider_id || '/' || wallet_action.kind || '/' || wallet_action.action_id)`
  return tx
    .select('wallet_action')
    .selectAll('wallet_action')
    .select(sql<boolean>`not ${moves} or wallet_action.outcome <> 'applied' or ${booked}`.as('isBooked'))
    .where('round_id', '=', roundId)
    .orderBy('sequence')
    .limit(MOST_ACTIONS)
    .execute()
}

/** Whether the sums of a round are those of its actions that stand. */
function areSums({ stake_minor, payout_minor }: RoundRow, actions: readonly RoundAction[]): boolean {
  const standing = actions.filter(({ outcome, undone_by }) => outcome === 'applied' && undone_by === null)
  const sum = (kinds: readonly string[]) =>
    standing
      .filter(({ kind, is_free }) => kinds.includes(kind) && !(kind === 'bet' && is_free))
      .reduce((total, { amount_minor }) => total + amount_minor, 0)
  return stake_minor === sum(['bet']) && payout_minor === sum(['win', 'promo', 'jackpot'])
}

/** Whether a round of the engine that is over comes to the same once more; null where that cannot be said. */
async function replayed(tx: BrandTransaction, round: RoundRow): Promise<boolean | null> {
  if (round.rules_hash === null || round.play === null || round.state !== 'closed') return null
  const { settings, seed } = await shown(tx, round.round_id)
  const { stakes, choice, acts, isLeft = false, isFree = false } = playOf(round)
  const again = replayRound({ settings, stakes, choice, acts, isLeft }, sourceOf(seed, round))
  return (isFree ? 0 : again.stakeMinor) === round.stake_minor && again.payoutMinor === round.payout_minor
}
