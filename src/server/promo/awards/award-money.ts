import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { CurrencyAccountKind } from '#server/db/tables/money-tables.ts'
import { postTransfer } from '#server/money/ledger.ts'

/** The accounts between which the money of bonuses moves, locked. */
export interface PromoAccounts {
  readonly currency: string
  readonly ids: ReadonlyMap<CurrencyAccountKind, number>
  readonly cashMinor: number
  readonly bonusMinor: number
}

const OPENED: readonly CurrencyAccountKind[] = ['bonus', 'freebet', 'promo']

/** Locks the accounts of a player in a currency, and opens those of bonuses. @returns null when the player has no account in it */
export async function lockPromoAccounts(
  tx: BrandTransaction,
  { accountId, currency, now }: { readonly accountId: number; readonly currency: string; readonly now: Date },
): Promise<PromoAccounts | null> {
  const rows = await tx.call('bet_accounts', accountId, currency, OPENED, now)
  const heldBy = (kind: CurrencyAccountKind) => Number(rows.find((row) => row.kind === kind)?.balance_minor ?? 0)
  if (!rows.some(({ kind, is_closed }) => kind === 'cash' && !is_closed)) return null
  return {
    currency,
    ids: new Map(rows.map(({ kind, currency_account_id }) => [kind, currency_account_id])),
    cashMinor: heldBy('cash'),
    bonusMinor: heldBy('bonus'),
  }
}

/** Kinds of transfers by which bonuses move. The reference is the number of the award. */
export const PROMO_POSTINGS = {
  grant: 'bonus-grant',
  conversion: 'bonus-conversion',
  removal: 'bonus-removal',
  /** What a bet brings to a bonus that is over, or takes from it, where its money has gone; what the player lacks is paid by the house. */
  late: 'bonus-late',
  /** What became the player's money of a bonus whose deposit was charged back. */
  chargedBack: 'bonus-charged-back',
  /** What a double, a power bet or an insurance pays beside a bet, or gives back once the bet is settled again. */
  extra: 'bonus-extra',
  /** What a free bet has won more or less than before, of what its player has, once its bet is settled again. */
  winnings: 'bonus-winnings',
  /** What the player pays for an insurance, and gets back of one that was never used. */
  premium: 'bonus-premium',
  premiumBack: 'bonus-premium-return',
} as const

/** Moves money of an award between the accounts; nothing when nothing is moved.
 *  @param gains minor units by kind of account, together zero */
export async function moveBonus(
  tx: BrandTransaction,
  { currency, ids }: PromoAccounts,
  of: {
    readonly kind: (typeof PROMO_POSTINGS)[keyof typeof PROMO_POSTINGS]
    readonly reference: string
    readonly gains: Readonly<Partial<Record<'cash' | 'bonus' | 'freebet' | 'promo', number>>>
    readonly now: Date
  },
): Promise<void> {
  const { kind, reference, gains, now } = of
  const entries = Object.entries(gains)
    .filter(([, amountMinor]) => amountMinor !== 0)
    .map(([account, amountMinor]) => {
      const currencyAccountId = ids.get(account as CurrencyAccountKind)
      if (currencyAccountId === undefined) throw new Error(`there is no ${account} account in ${currency}`)
      return { currencyAccountId, currency, amountMinor }
    })
  if (entries.length > 0) await postTransfer(tx, { kind, reference, entries, now })
}
