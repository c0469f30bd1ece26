import { AppError } from '#calls/app-error.ts'
import type { BetRefusal } from '#machines/betting/bet-refusal.ts'
import { type AdvanceRoom, mixedStake, owedMinorOf, takeCovers } from '#machines/betting/cash-out/advance.rules.ts'
import { minorToDecimal } from '#machines/money/amount.rules.ts'
import type { PlaceBetPayload } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { balanceOf, type PlayerAccounts } from './bet-accounts.ts'
import type { BettingPorts, BettingSections, Bettor } from './betting-ports.ts'
import {
  advanceOf,
  advanceTerms,
  coversOf,
  insertAdvance,
  readAdvanceRoom,
  releaseAdvance,
} from './cash-out/advances.ts'
import type { Reservation } from './reservations.ts'
import { type Hold, holdStake, releaseStake } from './stake-money.ts'

/** What a player could stake: their own money, and what may be advanced on top of it. */
export interface OwnAndAdvance extends AdvanceRoom {
  readonly ownMinor: number
}

/** What may be advanced to a player now, and on which of their bets (BET-18).
 *  @throws AppError bet.advance_not_offered where the brand advances nothing, bet.no_account when the player has no
 *  account in the currency */
export async function readAdvance(
  { db, clock, sections, fundingOf }: Pick<BettingPorts, 'db' | 'clock' | 'sections' | 'fundingOf'>,
  { brandId, accountId }: Bettor,
  currency: string,
): Promise<OwnAndAdvance> {
  const config = await sections(brandId)
  if (!config.boolean.isAdvanceBetAllowed) throw new AppError('bet.advance_not_offered')
  const terms = advanceTerms(config, currency)
  const owner = { accountId, currency }
  return forBrand(db, brandId).transaction(async (tx) => {
    const funding = await fundingOf(tx, { ...owner, stakeMinor: 0, reservationId: null })
    if (typeof funding !== 'number') throw new AppError('bet.no_account')
    return { ownMinor: await balanceOf(tx, funding), ...(await readAdvanceRoom(tx, owner, { terms, now: clock() })) }
  })
}

/** A stake that is to be held on an advance. */
export interface CreditRequest {
  readonly reservationId: number
  readonly accountId: number
  readonly currency: string
  readonly payload: Pick<PlaceBetPayload, 'summ'>
  readonly sections: BettingSections
  readonly now: Date
}

/** Holds a stake: all that the player has towards it, the rest advanced on their open bets (BET-20). The player's
 *  accounts are locked, so that none of the bets is settled or credited meanwhile.
 *  @returns why not, when both together are not enough */
export async function holdOnAdvance(
  tx: BrandTransaction,
  accounts: PlayerAccounts,
  { reservationId, accountId, currency, payload, sections, now }: CreditRequest,
): Promise<BetRefusal | null> {
  const terms = advanceTerms(sections, currency)
  const owner = { accountId, currency }
  const { availableMinor, covers: free } = await readAdvanceRoom(tx, owner, { terms, now })
  const share = mixedStake(payload.summ, { ownMinor: accounts.playerMinor, availableMinor })
  if (!share) {
    const exponent = sections.global.currencies[currency]?.exponent ?? 0
    const most = `${minorToDecimal(accounts.playerMinor + availableMinor, exponent)} ${currency}`
    return { reason: 'bet.advance_short', params: { maximum: most } }
  }
  const { advanceMinor } = share
  const { covers } = takeCovers(free, advanceMinor)
  await insertAdvance(tx, { ...owner, ...share, reservationId, covers, terms, now })
  await holdStake(tx, accounts, { reservationId, stakeMinor: payload.summ, advanceMinor, now })
  return null
}

/** What was advanced on a held request, in minor units, 0 where its stake is all the player's own; null when what covers it no longer
 *  can: bets that are open, and what they have repaid. */
export async function standingAdvanceMinor(
  tx: BrandTransaction,
  { reservationId, payload }: Pick<Reservation, 'reservationId' | 'payload'>,
): Promise<number | null> {
  const advance = payload.avanceBet ? await advanceOf(tx, reservationId) : undefined
  if (!advance) return 0
  const open = (await coversOf(tx, reservationId)).filter(({ isOpen }) => isOpen)
  const creditedMinor = open.reduce((sum, cover) => sum + cover.creditedMinor, 0)
  return advance.repaidMinor + creditedMinor >= advance.advanceMinor ? advance.advanceMinor : null
}

/** Gives a held stake back, to the player and to the accounts that advanced a part of it. @returns what the player has got of it */
export async function giveBack(
  tx: BrandTransaction,
  accounts: PlayerAccounts,
  held: Omit<Hold, 'advanceMinor'>,
): Promise<number> {
  const { reservationId, stakeMinor, now } = held
  const advance = await advanceOf(tx, reservationId)
  const advanceMinor = advance ? owedMinorOf(advance) : 0
  await releaseStake(tx, accounts, { reservationId, stakeMinor, advanceMinor, now })
  if (advance) await releaseAdvance(tx, reservationId)
  return stakeMinor - advanceMinor
}
