import { settleCashback } from '#machines/promo/loyalty/cashback.rules.ts'
import { LOYALTY_POSTINGS } from '#machines/promo/loyalty/loyalty-postings.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { A_FEW, sideBySide } from '#server/db/side-by-side.ts'
import { logFailure } from '#server/db/storage-outage.ts'
import { postTransfer } from '#server/money/ledger.ts'
import { lockPromoAccounts } from '../awards/award-money.ts'
import type { LoyaltyPorts, LoyaltySections } from './loyalty-ports.ts'
import { inCurrency } from './loyalty-terms.ts'
import { change, lockMember } from './members.ts'
import { dueOf, type PeriodRow } from './periods.ts'

const AT_ONCE = 200
/** When it is asked again whether a player who may not play now can be paid. */
const AGAIN_MS = 3_600_000

/** Settles the periods of a brand that are due, each in a transaction of its own, some at a time until none is left. One that cannot be
 *  settled does not keep the others. @returns how many were settled */
export async function settlePeriods(ports: LoyaltyPorts, brandId: string): Promise<number> {
  const sections = await ports.sections(brandId)
  for (let all = 0; ; ) {
    const { due, settled } = await settleSome(ports, brandId, sections)
    all += settled
    if (due < AT_ONCE || settled === 0) return all
  }
}

async function settleSome(
  ports: LoyaltyPorts,
  brandId: string,
  sections: LoyaltySections,
): Promise<{ readonly due: number; readonly settled: number }> {
  const { db, log } = ports
  const door = forBrand(db, brandId)
  const now = ports.clock()
  const due = await door.transaction((tx) =>
    tx
      .select('loyalty_period')
      .select(['account_id as accountId', 'sequence'])
      .where('settle_at', '<=', now)
      .orderBy('settle_at')
      .limit(AT_ONCE)
      .execute(),
  )
  let settled = 0
  await sideBySide(due, A_FEW, async ({ accountId, sequence }) => {
    await door
      .transaction((tx) => settlePeriod(tx, ports, { accountId, sequence, sections, now }))
      .then(
        (isSettled) => {
          if (isSettled) settled++
        },
        (error: unknown) => logFailure(log, error, { brandId, accountId }, 'loyalty: a period was not settled'),
      )
  })
  return { due: due.length, settled }
}

interface Settling {
  readonly accountId: number
  readonly sequence: number
  readonly sections: LoyaltySections
  readonly now: Date
}

/** Settles a period: pays what it comes to, once, or the difference where bets of it were settled again (PROMO-22).
 *  @returns false when another process has done it */
async function settlePeriod(tx: BrandTransaction, ports: LoyaltyPorts, of: Settling): Promise<boolean> {
  const { accountId, sequence, now } = of
  const member = await lockMember(tx, accountId, now)
  const period = await tx
    .select('loyalty_period')
    .selectAll('loyalty_period')
    .where('account_id', '=', accountId)
    .where('sequence', '=', sequence)
    .where('settle_at', '<=', now)
    .executeTakeFirst()
  if (!period) return false
  const dueMinor = dueOf(period)
  const next = settleCashback({ dueMinor, creditedMinor: period.credited_minor, owedMinor: member.owed_minor })
  const paid = next.payMinor > 0 ? await pay(tx, ports, { ...of, period, payMinor: next.payMinor }) : null
  if (paid === 'later') {
    await changePeriod(tx, period, { state: 'waiting', settle_at: new Date(now.getTime() + AGAIN_MS) })
    return true
  }
  if (next.owedMinor !== member.owed_minor) await change(tx, member, { owed_minor: next.owedMinor })
  await changePeriod(tx, period, {
    ...{ state: period.paid_minor > 0 || paid !== null ? 'paid' : 'nothing', credited_minor: dueMinor },
    ...{ settle_at: null, ...paid },
  })
  return true
}

async function changePeriod(
  tx: BrandTransaction,
  { account_id, sequence }: PeriodRow,
  changes: Partial<Omit<PeriodRow, 'brand_id' | 'account_id' | 'sequence' | 'terms'>>,
): Promise<void> {
  await tx
    .update('loyalty_period', changes)
    .where('account_id', '=', account_id)
    .where('sequence', '=', sequence)
    .execute()
}

type Paid = Pick<PeriodRow, 'paid_minor' | 'paid_currency' | 'payments'>

/** Pays an amount of the default currency to the player's main account, in its own currency; later, where the player may not play now, so
 *  that nobody is drawn back from a break. @returns null when it is too little for a minor unit there */
async function pay(
  tx: BrandTransaction,
  ports: LoyaltyPorts,
  of: Settling & { readonly period: PeriodRow; readonly payMinor: number },
): Promise<Paid | 'later' | null> {
  const { accountId, sections, period, payMinor, now } = of
  const currency = period.paid_currency ?? (await mainCurrency(tx, accountId))
  if (currency === undefined) return 'later'
  const refusal = await ports.guard(tx, { path: 'casino', accountId, currency, amountMinor: 0, now })
  const accounts = refusal ? null : await lockPromoAccounts(tx, { accountId, currency, now })
  if (!accounts) return 'later'
  const { global } = sections
  const amountMinor = inCurrency(payMinor, { from: global.defaultCurrency, to: currency, global })
  if (amountMinor === 0) return null
  const idOf = (kind: 'cash' | 'promo'): number => {
    const id = accounts.ids.get(kind)
    if (id === undefined) throw new Error(`there is no ${kind} account in ${currency}`)
    return id
  }
  await postTransfer(tx, {
    kind: LOYALTY_POSTINGS.cashback,
    reference: `${accountId}/${period.sequence}/${period.payments + 1}`,
    entries: [
      { currencyAccountId: idOf('promo'), currency, amountMinor: -amountMinor },
      { currencyAccountId: idOf('cash'), currency, amountMinor },
    ],
    now,
  })
  await ports.onPaid?.(tx, { accountId, currency, amountMinor, now })
  return { paid_minor: period.paid_minor + amountMinor, paid_currency: currency, payments: period.payments + 1 }
}

async function mainCurrency(tx: BrandTransaction, accountId: number): Promise<string | undefined> {
  const row = await tx
    .select('currency_account')
    .select('currency')
    .where('account_id', '=', accountId)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return row?.currency
}
