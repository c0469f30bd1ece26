import { AppError } from '#calls/app-error.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { type CasinoPorts, OWN_PROVIDER } from '../casino-ports.ts'
import type { SessionRow } from '../play/sessions.ts'
import type { WalletAction, WalletTerms } from '../wallet/wallet-action.ts'
import { applyAction } from '../wallet/wallet-core.ts'
import { changeRound } from '../wallet/wallet-rounds.ts'

const TERMS: WalletTerms = { undoesWins: false, owesSpentWins: false, switchesGames: false, takesBets: true }

/** Whose money is moved, and for which round. */
export interface SeatMoney {
  readonly session: SessionRow
  /** The name of what the player has on the round. */
  readonly name: string
  readonly now: Date
}

/** Takes a stake, once under the name of its request. Of a session for money this opens the player's round.
 *  @throws AppError balance.too_low, or the reason of the guard */
export async function takeSeatStake(
  tx: BrandTransaction,
  ports: CasinoPorts,
  of: SeatMoney & { readonly guid: string; readonly stakeMinor: number },
): Promise<void> {
  const { session, name, guid, stakeMinor } = of
  if (session.fun_minor === null)
    return moved(tx, ports, of, { actionId: `${name}/${guid}`, kind: 'bet', amountMinor: stakeMinor })
  if (stakeMinor > session.fun_minor) throw new AppError('balance.too_low')
  await addFun(tx, session, -stakeMinor)
}

/** Pays a seat, once under the name of the part, which is `end` for the last one.
 *  @param of.isLate whether the player's round was over before: their act came in time, and was looked at too late */
export async function paySeat(
  tx: BrandTransaction,
  ports: CasinoPorts,
  of: SeatMoney & {
    readonly roundId: number
    readonly part: string
    readonly payoutMinor: number
    readonly isLate?: boolean
  },
): Promise<void> {
  const { session, name, roundId, part, payoutMinor, isLate = false, now } = of
  const ends = part === 'end'
  if (session.fun_minor !== null) {
    await addFun(tx, session, payoutMinor)
    await changeRound(tx, roundId, { payoutMinor, ends, now })
    return
  }
  const action = { actionId: `${name}/${part}`, kind: 'win', amountMinor: payoutMinor } as const
  await moved(tx, ports, of, { ...action, ...(ends ? { endsRound: true } : {}), ...(isLate ? { isFree: true } : {}) })
}

/** Gives a stake back, once; what was given back in full is cancelled. */
export async function returnSeatStake(
  tx: BrandTransaction,
  ports: CasinoPorts,
  of: SeatMoney & { readonly roundId: number; readonly guid: string; readonly stakeMinor: number },
): Promise<void> {
  const { session, name, roundId, guid, stakeMinor, now } = of
  if (session.fun_minor !== null) {
    await addFun(tx, session, stakeMinor)
    await changeRound(tx, roundId, { stakeMinor: -stakeMinor, now })
    return
  }
  const reference = `${name}/${guid}`
  await moved(tx, ports, of, { actionId: `${reference}/back`, kind: 'rollback', amountMinor: stakeMinor, reference })
}

async function addFun(tx: BrandTransaction, session: SessionRow, minor: number): Promise<void> {
  const left = (session.fun_minor ?? 0) + minor
  await tx.update('casino_session', { fun_minor: left }).where('session_id', '=', session.session_id).execute()
  // The row was read and locked in this transaction; what follows in it reads the same object.
  Object.assign(session, { fun_minor: left })
}

async function moved(
  tx: BrandTransaction,
  ports: CasinoPorts,
  { session, name, now }: SeatMoney,
  of: Pick<WalletAction, 'actionId' | 'kind' | 'amountMinor' | 'endsRound' | 'isFree' | 'reference'>,
): Promise<void> {
  const action: WalletAction = {
    ...{ providerId: OWN_PROVIDER, sessionId: session.session_id, roundId: name, gameId: session.game_id },
    ...{ currency: session.currency, ...of },
  }
  const outcome = await applyAction(tx, ports, { action, terms: TERMS, now })
  if (outcome.verdict === 'applied' || outcome.verdict === 'replayed') return
  if (outcome.verdict === 'insufficient') throw new AppError('balance.too_low')
  if (outcome.reason === 'session_over') throw new AppError('casino.session_over')
  if (outcome.reason === 'provider_off') throw new AppError('casino.provider_stopped')
  const { refusal } = outcome
  if (refusal) throw new AppError(refusal.reason, refusal.params)
  throw new Error(`the wallet answered ${outcome.verdict} (${outcome.reason}) to the ${of.kind} ${of.actionId}`)
}
