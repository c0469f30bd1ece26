import { sql } from 'kysely'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { postTransfer } from '#server/money/ledger.ts'
import { lockWallet, type WalletAccounts } from '../wallet/wallet-money.ts'

/** Whose money, in which currency, at which provider. */
export interface MoneyAway {
  readonly providerId: string
  readonly accountId: number
  /** ISO 4217 code. */
  readonly currency: string
}

/** The accounts that money moves between when it goes to a provider or comes back, locked. */
export interface AwayAccounts {
  readonly cash: number
  readonly games: number
  readonly house: number
  /** Minor units that the player can stake here. */
  readonly cashMinor: number
  /** Minor units that the books have at the provider, on their way there and back included. */
  readonly gamesMinor: number
}

/** Locks a player's accounts, and opens that at the provider where it is missing. @returns null when the player has no account in the currency */
export async function lockAway(
  tx: BrandTransaction,
  { providerId, accountId, currency }: MoneyAway,
  now: Date,
): Promise<AwayAccounts | null> {
  const accounts = await lockWallet(tx, { hasBonuses: false, accountId, currency, now })
  if (!accounts) return null
  const number = await numberOf(tx, providerId)
  const row = {
    account_id: accountId,
    kind: 'games',
    currency,
    shard: number,
    is_active: false,
    created_at: now,
  } as const
  await tx
    .insert('currency_account', row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const games = await tx
    .select('currency_account')
    .select('currency_account_id as id')
    .select(
      sql<number>`coalesce((
        select ledger_entry.balance_minor from ledger_entry
        where ledger_entry.brand_id = currency_account.brand_id
          and ledger_entry.currency_account_id = currency_account.currency_account_id
        order by ledger_entry.sequence desc limit 1
      ), 0)::int8`.as('minor'),
    )
    .where('account_id', '=', accountId)
    .where('currency', '=', currency)
    .where('kind', '=', 'games')
    .where('shard', '=', number)
    .executeTakeFirstOrThrow()
  return {
    ...{ cash: idOf(accounts, 'cash'), house: idOf(accounts, 'house'), games: games.id },
    ...{ cashMinor: accounts.cashMinor, gamesMinor: games.minor },
  }
}

function idOf({ ids }: WalletAccounts, kind: 'cash' | 'house'): number {
  const id = ids.get(kind)
  if (id === undefined) throw new Error(`the player has no ${kind} account`)
  return id
}

/** The number of a provider among those of the brand; the next one for one that has none yet. */
async function numberOf(tx: BrandTransaction, providerId: string): Promise<number> {
  const read = () =>
    tx.select('casino_provider_number').select('number').where('provider_id', '=', providerId).executeTakeFirst()
  const known = await read()
  if (known) return known.number
  const last = await tx
    .select('casino_provider_number')
    .select(sql<number>`coalesce(max(number), 0)::int4`.as('number'))
    .executeTakeFirstOrThrow()
  await tx
    .insert('casino_provider_number', { provider_id: providerId, number: last.number + 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const made = await read()
  // Another provider has taken the number at the same time: the caller's transaction is run again.
  if (!made) throw Object.assign(new Error('the number of a provider was taken'), { code: '40001' })
  return made.number
}

/** A posting between the player, the provider and the house. */
export interface AwayPosting {
  readonly kind: 'casino-away' | 'casino-away-undone' | 'casino-back'
  readonly transferId: string
  readonly currency: string
  /** Minor units that the player's cash gains. */
  readonly cashMinor: number
  /** Minor units that the account at the provider gains; what is left over, the house pays or has won. */
  readonly gamesMinor: number
  readonly now: Date
}

/** Posts money that goes to a provider or comes back. What comes back is more or less than what went: the house has lost or won the rest. */
export async function postAway(tx: BrandTransaction, accounts: AwayAccounts, posting: AwayPosting): Promise<void> {
  const { kind, transferId: reference, currency, cashMinor, gamesMinor, now } = posting
  const entries = [
    { currencyAccountId: accounts.cash, currency, amountMinor: cashMinor },
    { currencyAccountId: accounts.games, currency, amountMinor: gamesMinor },
    { currencyAccountId: accounts.house, currency, amountMinor: 0 - cashMinor - gamesMinor },
  ].filter(({ amountMinor }) => amountMinor !== 0)
  if (entries.length > 0) await postTransfer(tx, { kind, reference, entries, now })
}
