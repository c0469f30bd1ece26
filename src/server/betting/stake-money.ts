import type { FrozenBet } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { CurrencyAccountKind } from '#server/db/money-tables.ts'
import { openCashAccount } from '#server/money/currency-accounts.ts'
import { type LedgerEntry, postTransfer } from '#server/money/ledger.ts'

/** The accounts between which the money of bets moves, in one currency. */
export interface BetAccounts {
  readonly currency: string
  /** The player's, from which stakes come and to which payouts go. */
  readonly player: number
  /** Minor units of it. */
  readonly playerMinor: number
  readonly pending: number
  readonly house: number
  readonly tax: number
}

/** Those of the player alone. */
type PlayerAccounts = Omit<BetAccounts, 'house' | 'tax'>

/** Whose accounts are meant. */
export interface BetParties {
  readonly accountId: number
  readonly currency: string
  /** The player's account that pays; his cash account when left out. */
  readonly funding?: number | undefined
  readonly now: Date
}

const HOUSE_KINDS: readonly CurrencyAccountKind[] = ['house', 'tax']

/** Opens what is not there yet and locks all of them in the order of their ids, so that two bets never wait for each other. */
export function lockBetAccounts(tx: BrandTransaction, parties: BetParties): Promise<BetAccounts> {
  return lockAccounts(tx, parties, HOUSE_KINDS)
}

/** The same for what the player alone is concerned with, a stake that is held or given back: bets of others do not wait for it, as
 *  they would for the accounts of the house, which all bets share. */
export function lockPlayerAccounts(tx: BrandTransaction, parties: BetParties): Promise<PlayerAccounts> {
  return lockAccounts(tx, parties, [])
}

async function lockAccounts(
  tx: BrandTransaction,
  parties: BetParties,
  ofHouse: readonly CurrencyAccountKind[],
): Promise<BetAccounts> {
  const { accountId, currency, funding, now } = parties
  let rows = await lockedRows(tx, parties, ofHouse)
  const missing = (['pending', ...ofHouse] as const).filter((kind) => !rows.some((row) => row.kind === kind))
  if (missing.length > 0) {
    await openAccounts(tx, parties, missing)
    rows = await lockedRows(tx, parties, ofHouse)
  }
  const idOf = (kind: CurrencyAccountKind) => rows.find((row) => row.kind === kind)?.id ?? 0
  const cash = rows.find(({ kind }) => kind === 'cash')
  // What a bet pays is the player's, also when he has closed the account meanwhile.
  if (cash?.closedAt) await openCashAccount(tx, { accountId, currency, now })
  const player = funding ?? idOf('cash')
  const last = await tx
    .select('ledger_entry')
    .select('balance_minor as balanceMinor')
    .where('currency_account_id', '=', player)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  const playerMinor = last?.balanceMinor ?? 0
  return { currency, player, playerMinor, pending: idOf('pending'), house: idOf('house'), tax: idOf('tax') }
}

function lockedRows(
  tx: BrandTransaction,
  { accountId, currency }: BetParties,
  ofHouse: readonly CurrencyAccountKind[],
) {
  return tx
    .select('currency_account')
    .select(['currency_account_id as id', 'kind', 'closed_at as closedAt'])
    .where('currency', '=', currency)
    .where((where) =>
      ofHouse.length === 0
        ? where('account_id', '=', accountId)
        : where.or([
            where('account_id', '=', accountId),
            where.and([where('account_id', 'is', null), where('kind', 'in', ofHouse)]),
          ]),
    )
    .orderBy('currency_account_id')
    .forNoKeyUpdate()
    .execute()
}

async function openAccounts(
  tx: BrandTransaction,
  { accountId, currency, now }: BetParties,
  kinds: readonly CurrencyAccountKind[],
): Promise<void> {
  const rows = kinds.map((kind) => {
    return { account_id: kind === 'pending' ? accountId : null, kind, currency, is_active: false, created_at: now }
  })
  await tx
    .insert('currency_account', rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type Side = 'player' | 'pending' | 'house' | 'tax'

/** Posts a movement between the accounts; sides that gain nothing are left out. */
async function move(
  tx: BrandTransaction,
  accounts: Pick<BetAccounts, 'currency'> & Partial<BetAccounts>,
  { gains, ...what }: { kind: string; reference: string; gains: readonly (readonly [Side, number])[]; now: Date },
): Promise<void> {
  const entries: LedgerEntry[] = gains
    .filter(([, amountMinor]) => amountMinor !== 0)
    .map(([side, amountMinor]) => {
      const currencyAccountId = accounts[side]
      if (!currencyAccountId)
        throw new Error(`the ${what.kind} ${what.reference} moves money of an account that is not locked: ${side}`)
      return { currencyAccountId, currency: accounts.currency, amountMinor }
    })
  if (entries.length > 0) await postTransfer(tx, { ...what, entries })
}

/** What is held for a request. */
export interface Hold {
  readonly reservationId: number
  readonly stakeMinor: number
  readonly now: Date
}

/** Sets a stake aside until it is known what becomes of its bet (LEDGER-3). */
export function holdStake(tx: BrandTransaction, accounts: PlayerAccounts, hold: Hold): Promise<void> {
  const { reservationId, stakeMinor, now } = hold
  return move(tx, accounts, {
    kind: 'bet-hold',
    reference: String(reservationId),
    gains: [
      ['player', -stakeMinor],
      ['pending', stakeMinor],
    ],
    now,
  })
}

/** The account from which the stake of a request was held: what comes of it goes there. Undefined when none was held. */
export async function fundingOfHold(tx: BrandTransaction, reservationId: number): Promise<number | undefined> {
  const row = await tx
    .select('ledger_transfer')
    .innerJoin('ledger_entry', (join) =>
      join
        .onRef('ledger_entry.brand_id', '=', 'ledger_transfer.brand_id')
        .onRef('ledger_entry.transfer_id', '=', 'ledger_transfer.transfer_id'),
    )
    .select('ledger_entry.currency_account_id as funding')
    .where('ledger_transfer.kind', '=', 'bet-hold')
    .where('ledger_transfer.reference', '=', String(reservationId))
    .where('ledger_entry.amount_minor', '<', 0)
    .executeTakeFirst()
  return row?.funding
}

/** Gives a held stake back. */
export function releaseStake(tx: BrandTransaction, accounts: PlayerAccounts, hold: Hold): Promise<void> {
  const { reservationId, stakeMinor, now } = hold
  return move(tx, accounts, {
    kind: 'bet-release',
    reference: String(reservationId),
    gains: [
      ['pending', -stakeMinor],
      ['player', stakeMinor],
    ],
    now,
  })
}

/** Takes what was accepted of a held stake, its tax apart, and gives the rest back. */
export function takeStake(
  tx: BrandTransaction,
  accounts: BetAccounts,
  hold: Hold & { readonly acceptedMinor: number; readonly taxMinor: number },
): Promise<void> {
  const { reservationId, stakeMinor, acceptedMinor, taxMinor, now } = hold
  return move(tx, accounts, {
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
  { betId, revision, payoutMinor, insuranceMinor, taxMinor, now }: Settling,
  isUndone: boolean,
): Promise<void> {
  const sign = isUndone ? -1 : 1
  await move(tx, accounts, {
    kind: isUndone ? 'bet-payout-undone' : 'bet-payout',
    reference: `${betId}:${revision}`,
    gains: [
      ['house', -sign * (payoutMinor + taxMinor)],
      ['tax', sign * taxMinor],
      ['player', sign * payoutMinor],
    ],
    now,
  })
  await move(tx, accounts, {
    kind: isUndone ? 'bet-insurance-undone' : 'bet-insurance',
    reference: `${betId}:${revision}`,
    gains: [
      ['house', -sign * insuranceMinor],
      ['player', sign * insuranceMinor],
    ],
    now,
  })
}

/** Pays the premium of an insurance: once for each offer. */
export function payPremium(
  tx: BrandTransaction,
  accounts: BetAccounts,
  { quoteId, premiumMinor, now }: { readonly quoteId: number; readonly premiumMinor: number; readonly now: Date },
): Promise<void> {
  return move(tx, accounts, {
    kind: 'bet-premium',
    reference: String(quoteId),
    gains: [
      ['player', -premiumMinor],
      ['house', premiumMinor],
    ],
    now,
  })
}

/** Pays for a bet that is sold, or for a part of it: once for each offer. */
export function paySale(
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
