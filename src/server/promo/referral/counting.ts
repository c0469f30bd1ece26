import { sql } from 'kysely'
import { friendState, periodEarning, type ReferralTerms } from '#machines/promo/referral/earning.rules.ts'
import { type BrandDoor, type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { A_FEW, sideBySide } from '#server/db/side-by-side.ts'
import { logFailure } from '#server/db/storage-outage.ts'
import { settleClawback, voidFriend } from './clawback.ts'
import { depositedBy, disputedAmong, friendRecord, isKeptAway, type ReferralRow } from './friend-facts.ts'
import { netWin } from './net-win.ts'
import { samePersons } from './person-likeness.ts'
import { moveReferral } from './referral-money.ts'
import type { InCurrency, ReferralPorts, ReferralSections } from './referral-ports.ts'
import { countedDay, friendTerms, inCurrency, isOffered, nextCount, partnerTerms, together } from './referral-terms.ts'

const AT_ONCE = 200

/** Counts the friends of a brand that are due, some at a time until none is left: each in a transaction of its own, which another process
 *  passes over. One that cannot be counted does not keep the others. @returns how many were counted */
export async function countDue(ports: ReferralPorts, brandId: string): Promise<number> {
  for (let all = 0; ; ) {
    const { due, counted } = await countSome(ports, brandId)
    all += counted
    if (due < AT_ONCE || counted === 0) return all
  }
}

async function countSome(
  ports: ReferralPorts,
  brandId: string,
): Promise<{ readonly due: number; readonly counted: number }> {
  const sections = await ports.sections(brandId)
  const door = forBrand(ports.db, brandId)
  const now = ports.clock()
  const due = await door.transaction((tx) =>
    tx
      .select('referral')
      .select(['account_id as accountId', 'referrer_id as referrerId'])
      .where('count_at', '<=', now)
      .orderBy('count_at')
      .limit(AT_ONCE)
      .execute(),
  )
  const same = await sameAsReferrer(door, due)
  const others = due.flatMap(({ accountId }) => (same.has(accountId) ? [] : accountId))
  const waiting = await door
    .transaction((tx) => passWaiting(tx, ports, { accountIds: others, sections, now }))
    .catch((error: unknown) => {
      logFailure(ports.log, error, { brandId }, 'referral: friends were looked at one by one')
      return new Set<number>()
    })
  let counted = waiting.size
  const left = due.filter(({ accountId }) => !waiting.has(accountId))
  await sideBySide(left, A_FEW, async ({ accountId }) => {
    await door
      .transaction((tx) => countFriend(tx, ports, { accountId, isSame: same.has(accountId), sections, now }))
      .then(
        (isCounted) => {
          if (isCounted) counted++
        },
        (error: unknown) => logFailure(ports.log, error, { brandId, accountId }, 'referral: a friend was not counted'),
      )
  })
  return { due: due.length, counted }
}

/** Friends who are who brought them by another name, or somebody brought before: each referrer is read once, however many friends are due. */
async function sameAsReferrer(
  door: BrandDoor,
  due: readonly { readonly referrerId: number | null }[],
): Promise<ReadonlySet<number>> {
  const found = new Set<number>()
  for (const referrerId of new Set(due.map((one) => one.referrerId)))
    if (referrerId !== null)
      for (const accountId of await door.transaction((tx) => samePersons(tx, referrerId))) found.add(accountId)
  return found
}

/** Looks at friends together who have paid in too little to bring anything yet, as most have: for them it is only noted that they were looked
 *  at. @returns those */
async function passWaiting(
  tx: BrandTransaction,
  ports: ReferralPorts,
  of: { readonly accountIds: readonly number[]; readonly sections: ReferralSections; readonly now: Date },
): Promise<ReadonlySet<number>> {
  const { accountIds, sections, now } = of
  if (accountIds.length === 0) return new Set()
  const rows = await tx
    .select('referral')
    .selectAll('referral')
    .where(sql<boolean>`account_id = any (${accountIds}::bigint[])`)
    .where('count_at', '<=', now)
    .where('qualified_at', 'is', null)
    .where('void_reason', 'is', null)
    .where('clawed_minor', '=', 0)
    .orderBy('account_id')
    .forUpdate()
    .skipLocked()
    .execute()
  const paid = Map.groupBy(await depositedBy(tx, accountIds), ({ accountId }) => accountId)
  const [away, disputed] = [await ports.keptAway(tx, accountIds, now), await disputedAmong(tx, accountIds)]
  const waiting = rows.flatMap((row) => {
    const { account_id: accountId } = row
    const terms = row.referrer_id === null ? partnerTerms(sections) : friendTerms(sections)
    const record = {
      ...{ registeredAt: row.registered_at.getTime(), isRemoved: row.removed_at !== null, qualifiedAt: null },
      ...{ isKeptAway: away.has(accountId), isVoid: disputed.has(accountId) },
      depositedMinor: together(paid.get(accountId) ?? [], sections),
      // One who has paid in enough is asked for these alone.
      ...{ stakedMinor: Number.MAX_SAFE_INTEGER, isVerified: true },
    }
    return friendState(record, terms, now.getTime()) === 'referral.friend_waiting' ? [accountId] : []
  })
  const count_at = nextCount(now, sections.global)
  await tx.update('referral', { count_at }).where(sql<boolean>`account_id = any (${waiting}::bigint[])`).execute()
  return new Set(waiting)
}

interface Counted {
  readonly accountId: number
  /** Whether the friend is who brought them, by another name. */
  readonly isSame: boolean
  readonly sections: ReferralSections
  readonly now: Date
}

/** Counts one friend: what the brand has won since the last time, and what of it is earned. @returns false when another process does it */
async function countFriend(tx: BrandTransaction, ports: ReferralPorts, of: Counted): Promise<boolean> {
  const { accountId, isSame, sections, now } = of
  const row = await tx
    .select('referral')
    .selectAll('referral')
    .where('account_id', '=', accountId)
    .where('count_at', '<=', now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!row) return false
  if (isSame) {
    await voidFriend(tx, { accountId, reason: 'self', now })
    return true
  }
  const isVoid = await settleClawback(tx, row, now)
  const terms = row.referrer_id === null ? partnerTerms(sections) : friendTerms(sections)
  const record = await friendRecord(tx, row, { asks: ports, sections, now, isVoid })
  const state = friendState(record, terms, now.getTime())
  if (state === 'referral.friend_over' || state === 'referral.friend_late' || state === 'referral.friend_removed')
    await tx.update('referral', { count_at: null }).where('account_id', '=', accountId).execute()
  else {
    const count_at = nextCount(now, sections.global)
    await tx.update('referral', { count_at }).where('account_id', '=', accountId).execute()
    if (state === 'referral.friend_waiting') return true
    const isEarned = state === 'referral.friend_earning' && !isVoid && (await canEarn(tx, ports, row, of))
    await takePeriod(tx, ports, row, { ...of, terms, isEarned })
  }
  return true
}

/** Whether who brought the friend earns anything now: the programme runs, and they may play themselves. */
async function canEarn(
  tx: BrandTransaction,
  ports: ReferralPorts,
  row: ReferralRow,
  { sections, now }: Counted,
): Promise<boolean> {
  const { referrer_id: referrerId } = row
  if (referrerId === null) return isOffered(sections, 'partner')
  return isOffered(sections, 'friend') && !(await isKeptAway(tx, ports, referrerId, now))
}

/** Takes what the brand has won since the last count as counted, and posts what is earned of it. */
async function takePeriod(
  tx: BrandTransaction,
  ports: ReferralPorts,
  row: ReferralRow,
  of: Counted & { readonly terms: ReferralTerms; readonly isEarned: boolean },
): Promise<void> {
  const { accountId, sections, now, terms, isEarned } = of
  const won = await netWin(tx, accountId, ports.paymentKinds)
  const counted = JSON.stringify(Object.fromEntries(won.map(({ currency, minor }) => [currency, minor])))
  const mine = () => tx.update('referral', { counted }).where('account_id', '=', accountId)
  if (!isEarned) {
    await mine().execute()
    return
  }
  const netWinMinor = together(sinceLast(won, row.counted), sections)
  const { earnedMinor: inDefault, carriedMinor } = periodEarning(netWinMinor, row.carried_minor, terms)
  const { global } = sections
  const currency = await currencyOf(tx, row, global.defaultCurrency)
  const earned = { minor: inDefault, currency: global.defaultCurrency }
  const earnedMinor = inCurrency(earned, currency, global)
  await tx
    .update('referral', { counted, carried_minor: carriedMinor, qualified_at: row.qualified_at ?? now })
    .where('account_id', '=', accountId)
    .execute()
  if (netWinMinor === 0 && earnedMinor === 0) return
  const sequence = await nextSequence(tx, accountId)
  await tx
    .insert('referral_earning', {
      ...{ account_id: accountId, sequence, day: countedDay(now, global), currency },
      ...{ net_win_minor: netWinMinor, earned_minor: earnedMinor, earned_at: now },
      available_at: new Date(now.getTime() + terms.holdMs),
    })
    .execute()
  if (earnedMinor > 0 && row.referrer_id !== null)
    await moveReferral(
      tx,
      { accountId: row.referrer_id, currency },
      { kind: 'earning', reference: `${accountId}/${sequence}`, amountMinor: earnedMinor, now },
    )
}

/** What was won beyond what has been counted. */
function sinceLast(won: readonly InCurrency[], counted: ReferralRow['counted']): InCurrency[] {
  const currencies = new Set([...won.map(({ currency }) => currency), ...Object.keys(counted)])
  return [...currencies].map((currency) => ({
    currency,
    minor: (won.find((one) => one.currency === currency)?.minor ?? 0) - (counted[currency] ?? 0),
  }))
}

/** In which currency is earned: that of the member, or the default one for a partner. */
async function currencyOf(tx: BrandTransaction, { referrer_id }: ReferralRow, byDefault: string): Promise<string> {
  if (referrer_id === null) return byDefault
  const member = await tx
    .select('referral_member')
    .select('currency')
    .where('account_id', '=', referrer_id)
    .executeTakeFirstOrThrow()
  return member.currency
}

async function nextSequence(tx: BrandTransaction, accountId: number): Promise<number> {
  const last = await tx
    .select('referral_earning')
    .select('sequence')
    .where('account_id', '=', accountId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (last?.sequence ?? 0) + 1
}
