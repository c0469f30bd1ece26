import { sql } from 'kysely'
import type { FrozenBet } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { CurrencyAccountKind } from '#server/db/tables/money-tables.ts'
import { postTransfer, postTransfers, type Transfer } from '#server/money/ledger.ts'
import type { BetAccounts, PlayerAccounts } from './bet-accounts.ts'

type Side = 'player' | 'pending' | 'advance' | 'house' | 'tax'

/** A movement between accounts; a side may gain nothing. */
interface Movement {
  readonly kind: string
  readonly reference: string
  readonly gains: readonly (readonly [Side, number])[]
  readonly now: Date
}

type SomeAccounts = Pick<BetAccounts, 'currency'> & Partial<BetAccounts>

/** Posts a movement between the accounts; nothing when no side gains anything. */
async function move(tx: BrandTransaction, accounts: SomeAccounts, movement: Movement): Promise<void> {
  const transfer = transferOf(accounts, movement)
  if (transfer.entries.length > 0) await postTransfer(tx, transfer)
}

/** A movement as it is posted; sides that gain nothing are left out. */
function transferOf(accounts: SomeAccounts, { gains, ...what }: Movement): Transfer {
  const entries = gains
    .filter(([, amountMinor]) => amountMinor !== 0)
    .map(([side, amountMinor]) => {
      const currencyAccountId = accounts[side]
      if (!currencyAccountId)
        throw new Error(`the ${what.kind} ${what.reference} moves money of an account that was not asked for: ${side}`)
      return { currencyAccountId, currency: accounts.currency, amountMinor }
    })
  return { ...what, entries }
}

/** What is held for a request. */
export interface Hold {
  readonly reservationId: number
  readonly stakeMinor: number
  /** What of it is advanced, or is still owed of that; 0 where it is all the player's own. */
  readonly advanceMinor: number
  readonly now: Date
}

/** Sets a stake aside until its bet is decided (LEDGER-3). */
export function holdStake(tx: BrandTransaction, accounts: PlayerAccounts, hold: Hold): Promise<void> {
  return move(tx, accounts, holding(hold))
}

/** A stake that is set aside, to be posted with the bets that take it. */
export function heldStake(accounts: PlayerAccounts, hold: Hold): Transfer {
  return transferOf(accounts, holding(hold))
}

function holding({ reservationId, stakeMinor, advanceMinor, now }: Hold): Movement {
  return {
    kind: 'bet-hold',
    reference: String(reservationId),
    gains: [
      ['player', advanceMinor - stakeMinor],
      ['advance', -advanceMinor],
      ['pending', stakeMinor],
    ],
    now,
  }
}

/** The account from which the stake of a request was held: what comes of it goes there. Undefined when none was held. */
export async function fundingOfHold(tx: BrandTransaction, reservationId: number): Promise<number | undefined> {
  return (await heldFrom(tx, reservationId))?.funding
}

/** The kind of that account: whose money a stake is. */
export async function fundingKindOfHold(
  tx: BrandTransaction,
  reservationId: number,
): Promise<CurrencyAccountKind | undefined> {
  return (await heldFrom(tx, reservationId))?.kind
}

/** From which account a stake was held. */
interface HeldFrom {
  readonly funding: number
  readonly kind: CurrencyAccountKind
}

/** Both together; undefined when none was held. */
export function heldFrom(tx: BrandTransaction, reservationId: number): Promise<HeldFrom | undefined> {
  return holds(tx).where('ledger_transfer.reference', '=', String(reservationId)).executeTakeFirst()
}

function holds(tx: BrandTransaction) {
  return tx
    .select('ledger_transfer')
    .innerJoin('ledger_entry', (join) =>
      join
        .onRef('ledger_entry.brand_id', '=', 'ledger_transfer.brand_id')
        .onRef('ledger_entry.transfer_id', '=', 'ledger_transfer.transfer_id'),
    )
    .innerJoin('currency_account', (join) =>
      join
        .onRef('currency_account.brand_id', '=', 'ledger_entry.brand_id')
        .onRef('currency_account.currency_account_id', '=', 'ledger_entry.currency_account_id'),
    )
    .select(['ledger_entry.currency_account_id as funding', 'currency_account.kind'])
    .where('ledger_transfer.kind', '=', 'bet-hold')
    .where('ledger_entry.amount_minor', '<', 0)
    .where('currency_account.kind', '!=', 'advance')
}

/** From where the stakes of requests were held, by their numbers; those that were never held are left out. */
export async function heldFromEach(
  tx: BrandTransaction,
  reservationIds: readonly number[],
): Promise<ReadonlyMap<number, HeldFrom>> {
  if (reservationIds.length === 0) return new Map()
  const references = reservationIds.map(String)
  const rows = await holds(tx)
    .select('ledger_transfer.reference')
    .where(sql<boolean>`ledger_transfer.reference = any (${references}::text[])`)
    .execute()
  return new Map(rows.map(({ reference, ...held }) => [Number(reference), held]))
}

/** Gives a held stake back, what is still owed of it to the account of the advance. */
export function releaseStake(tx: BrandTransaction, accounts: PlayerAccounts, hold: Hold): Promise<void> {
  const { reservationId, stakeMinor, advanceMinor, now } = hold
  return move(tx, accounts, {
    kind: 'bet-release',
    reference: String(reservationId),
    gains: [
      ['pending', -stakeMinor],
      ['player', stakeMinor - advanceMinor],
      ['advance', advanceMinor],
    ],
    now,
  })
}

/** What was accepted of a held stake, its tax apart, and the rest that is given back: to be posted with the bets that take it. */
export function takenStake(
  accounts: BetAccounts,
  hold: Omit<Hold, 'advanceMinor'> & { readonly acceptedMinor: number; readonly taxMinor: number },
): Transfer {
  const { reservationId, stakeMinor, acceptedMinor, taxMinor, now } = hold
  return transferOf(accounts, {
    kind: 'bet-stake',
    reference: String(reservationId),
    gains: [
      ['pending', -stakeMinor],
      ['house', acceptedMinor - taxMinor],
      ['tax', taxMinor],
      ['player', stakeMinor - acceptedMinor],
    ],
    now,
  })
}

/** What a settlement moves. */
export interface Settling {
  readonly betId: number
  readonly revision: number
  readonly payoutMinor: number
  /** What the insurance of the bet pays beside it. */
  readonly insuranceMinor: number
  /** What the tax account gains: the tax on the payout, less what is given back of that on the stake. */
  readonly taxMinor: number
  readonly now: Date
}

/** Pays a settled bet, and what its insurance pays; with `isUndone`, takes the same back. */
export async function moveSettlement(
  tx: BrandTransaction,
  accounts: BetAccounts,
  settling: Settling,
  isUndone: boolean,
): Promise<void> {
  const transfers = settlementTransfers(accounts, settling, isUndone)
  if (transfers.length > 0) await postTransfers(tx, transfers)
}

/** The same as transfers, to be posted with others; none when nothing moves. */
export function settlementTransfers(
  accounts: SomeAccounts,
  { betId, revision, payoutMinor, insuranceMinor, taxMinor, now }: Settling,
  isUndone = false,
): readonly Transfer[] {
  const sign = isUndone ? -1 : 1
  const reference = `${betId}:${revision}`
  const payout = transferOf(accounts, {
    ...{ kind: isUndone ? 'bet-payout-undone' : 'bet-payout', reference, now },
    gains: [
      ['house', -sign * (payoutMinor + taxMinor)],
      ['tax', sign * taxMinor],
      ['player', sign * payoutMinor],
    ],
  })
  const insurance = transferOf(accounts, {
    ...{ kind: isUndone ? 'bet-insurance-undone' : 'bet-insurance', reference, now },
    gains: [
      ['house', -sign * insuranceMinor],
      ['player', sign * insuranceMinor],
    ],
  })
  return [payout, insurance].filter(({ entries }) => entries.length > 0)
}

/** The premium of an insurance, by the quote of which it is. */
interface Premium {
  readonly quoteId: number
  readonly premiumMinor: number
  readonly now: Date
}

/** Sets a premium aside until the delay of its insurance is over. */
export function holdPremium(tx: BrandTransaction, accounts: PlayerAccounts, premium: Premium): Promise<void> {
  const { quoteId, premiumMinor, now } = premium
  return move(tx, accounts, {
    kind: 'bet-premium-hold',
    reference: String(quoteId),
    gains: [
      ['player', -premiumMinor],
      ['pending', premiumMinor],
    ],
    now,
  })
}

/** Gives a held premium back: nothing was insured. */
export function releasePremium(tx: BrandTransaction, accounts: PlayerAccounts, premium: Premium): Promise<void> {
  const { quoteId, premiumMinor, now } = premium
  return move(tx, accounts, {
    kind: 'bet-premium-release',
    reference: String(quoteId),
    gains: [
      ['pending', -premiumMinor],
      ['player', premiumMinor],
    ],
    now,
  })
}

/** Repays what was advanced from the player's money; a negative amount is advanced once more, because what has repaid it was taken
 *  back. Each movement of an advance has a revision of its own. */
export function moveRepayment(
  tx: BrandTransaction,
  accounts: BetAccounts,
  { reservationId, revision, repaidMinor, now }: Repayment,
): Promise<void> {
  return move(tx, accounts, {
    kind: repaidMinor < 0 ? 'bet-advance-undone' : 'bet-advance-repaid',
    reference: `${reservationId}:${revision}`,
    gains: [
      ['player', -repaidMinor],
      ['advance', repaidMinor],
    ],
    now,
  })
}

/** What is repaid of an advance. */
export interface Repayment {
  readonly reservationId: number
  readonly revision: number
  readonly repaidMinor: number
  readonly now: Date
}

/** Pays the premium of an insurance, from what was held for it first: once for each quote. */
export function payPremium(
  tx: BrandTransaction,
  accounts: BetAccounts,
  { quoteId, premiumMinor, heldMinor, now }: Premium & { readonly heldMinor: number },
): Promise<void> {
  return move(tx, accounts, {
    kind: 'bet-premium',
    reference: String(quoteId),
    gains: [
      ['pending', -heldMinor],
      ['player', heldMinor - premiumMinor],
      ['house', premiumMinor],
    ],
    now,
  })
}

/** Pays for a bet that is sold, or for a part of it: once for each quote. */
export function payCashOut(
  tx: BrandTransaction,
  accounts: BetAccounts,
  sale: { readonly quoteId: number; readonly payoutMinor: number; readonly taxMinor: number; readonly now: Date },
): Promise<void> {
  const { quoteId, payoutMinor, taxMinor, now } = sale
  return move(tx, accounts, {
    kind: 'bet-sale',
    reference: String(quoteId),
    gains: [
      ['house', -(payoutMinor + taxMinor)],
      ['tax', taxMinor],
      ['player', payoutMinor],
    ],
    now,
  })
}

/** All that a request's bets are staked. */
export function stakeOf(bets: readonly Pick<FrozenBet, 'stakeMinor'>[]): number {
  return bets.reduce((sum, { stakeMinor }) => sum + stakeMinor, 0)
}
