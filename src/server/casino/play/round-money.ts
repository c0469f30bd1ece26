import { AppError } from '#calls/app-error.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { type CasinoPorts, OWN_PROVIDER } from '../casino-ports.ts'
import type { WalletAction, WalletOutcome, WalletTerms } from '../wallet/wallet-action.ts'
import { applyAction } from '../wallet/wallet-core.ts'
import type { SessionRow } from './sessions.ts'

const TERMS: WalletTerms = { undoesWins: true, owesSpentWins: true, switchesGames: false, takesBets: true }

/** The round that money is moved for. */
export interface MoneyOf {
  readonly session: SessionRow
  /** The name of the round. */
  readonly name: string
  /** Of a free round: the name of its award. */
  readonly reward?: string | undefined
  readonly now: Date
}

/** Takes a stake of an own game: from the player's account by the wallet, or from the play money of the session.
 *  @throws AppError balance.too_low, or the reason of the guard */
export async function takeStake(
  tx: BrandTransaction,
  ports: CasinoPorts,
  of: MoneyOf & { readonly part: number; readonly stakeMinor: number },
): Promise<void> {
  const { session, part, stakeMinor, reward } = of
  if (session.fun_minor !== null) {
    if (stakeMinor > session.fun_minor) throw new AppError('balance.too_low')
    await setFun(tx, session, session.fun_minor - stakeMinor)
    return
  }
  await moved(tx, ports, of, {
    actionId: `${of.name}/${part}`,
    kind: 'bet',
    amountMinor: stakeMinor,
    ...freeOf(reward),
  })
}

/** Pays a round that is over, and closes it. */
export async function payRound(
  tx: BrandTransaction,
  ports: CasinoPorts,
  of: MoneyOf & { readonly payoutMinor: number },
): Promise<void> {
  const { session, payoutMinor, reward } = of
  if (session.fun_minor !== null) await setFun(tx, session, session.fun_minor + payoutMinor)
  else
    await moved(tx, ports, of, {
      ...{ actionId: of.name, kind: 'win', amountMinor: payoutMinor, endsRound: true },
      ...freeOf(reward),
    })
}

function freeOf(reward: string | undefined) {
  return reward === undefined ? {} : { isFree: true, reward }
}

async function setFun(tx: BrandTransaction, session: SessionRow, minor: number): Promise<void> {
  await tx.update('casino_session', { fun_minor: minor }).where('session_id', '=', session.session_id).execute()
  // The row was read and locked in this transaction; what follows in it reads the same object.
  Object.assign(session, { fun_minor: minor })
}

async function moved(
  tx: BrandTransaction,
  ports: CasinoPorts,
  { session, name, now }: MoneyOf,
  of: Pick<WalletAction, 'actionId' | 'kind' | 'amountMinor' | 'endsRound' | 'isFree' | 'reward'>,
): Promise<WalletOutcome> {
  const action: WalletAction = {
    ...{ providerId: OWN_PROVIDER, sessionId: session.session_id, roundId: name, gameId: session.game_id },
    ...{ currency: session.currency, ...of },
  }
  const outcome = await applyAction(tx, ports, { action, terms: TERMS, now })
  if (outcome.verdict === 'applied' || outcome.verdict === 'replayed') return outcome
  if (outcome.verdict === 'insufficient') throw new AppError('balance.too_low')
  if (outcome.reason === 'session_over' || outcome.reason === 'free_rounds_over')
    throw new AppError('casino.session_over')
  if (outcome.reason === 'provider_off') throw new AppError('casino.provider_stopped')
  const { refusal } = outcome
  if (refusal) throw new AppError(refusal.reason, refusal.params)
  throw new Error(`the wallet answered ${outcome.verdict} (${outcome.reason}) to the ${of.kind} ${of.actionId}`)
}
