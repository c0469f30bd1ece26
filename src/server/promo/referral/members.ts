import { sql } from 'kysely'
import { AppError } from '#calls/app-error.ts'
import { type FriendRecord, type FriendState, shownFriendState } from '#machines/promo/referral/earning.rules.ts'
import { REFERRAL_POSTINGS } from '#machines/promo/referral/referral-postings.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { settleClawback, settleFriendsOf } from './clawback.ts'
import { friendRecord, isKeptAway, type ReferralRow } from './friend-facts.ts'
import { codeOf, makeCode } from './referral-codes.ts'
import {
  type AskedTransfer,
  type Earner,
  type ReferralBalance,
  readReferralBalance,
  transferReferral,
} from './referral-money.ts'
import type { Member, ReferralPorts, ReferralSections } from './referral-ports.ts'
import { friendTerms, inCurrency, isOffered } from './referral-terms.ts'

/** A friend as their referrer sees them. Amounts are minor units of the referrer's currency. */
export interface ShownFriend {
  readonly referralId: number
  /** The last two digits of the account's number. */
  readonly tail: string
  readonly registeredAt: Date
  readonly state: FriendState
  readonly earnedMinor: number
  readonly heldMinor: number
  /** What is still missing; of a friend who waits. */
  readonly missing: readonly ('deposit' | 'stake' | 'verification')[]
}

/** What a referrer has and has brought. */
export interface MemberView {
  readonly code: string
  readonly currency: string
  readonly balance: ReferralBalance
  readonly transferredMinor: number
  readonly friends: { readonly total: number; readonly most: number }
}

/** Friends on a page. */
export const FRIENDS_ON_A_PAGE = 20

/** Work on the referrals of a signed-in player, within one transaction. */
interface Working {
  readonly tx: BrandTransaction
  readonly ports: ReferralPorts
  readonly sections: ReferralSections
  readonly accountId: number
  readonly now: Date
}

/** The programme for players (REF-1, REF-2, REF-4, REF-8). */
export function createMembers(ports: ReferralPorts) {
  const working = <Result>({ brandId, accountId }: Member, work: (of: Working) => Promise<Result>): Promise<Result> =>
    ports.sections(brandId).then((sections) => {
      if (!isOffered(sections, 'friend')) throw new AppError('referral.not_offered')
      return forBrand(ports.db, brandId).transaction((tx) =>
        work({ tx, ports, sections, accountId, now: ports.clock() }),
      )
    })

  return {
    /** Makes a player one who brings friends; one who is, stays it. @throws AppError referral.not_offered, referral.not_now */
    join: (member: Member): Promise<MemberView> =>
      working(member, async (of) => {
        const { tx, accountId, now } = of
        if (await isKeptAway(tx, ports, accountId, now)) throw new AppError('referral.not_now')
        const currency = await mainCurrency(tx, accountId)
        await tx
          .insert('referral_member', { account_id: accountId, currency, joined_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        await makeCode(tx, ports, { accountId, partnerId: null, now })
        return memberView(of)
      }),

    /** What a player has and has brought; null of one who does not take part. @throws AppError referral.not_offered */
    read: (member: Member): Promise<MemberView | null> =>
      working(member, async (of) => ((await earnerOf(of)) ? memberView(of) : null)),

    /** A page of a player's friends, the latest first. @throws AppError referral.not_offered, referral.not_member */
    friends: (
      member: Member,
      page: number,
    ): Promise<{ readonly friends: ShownFriend[]; readonly currency: string; readonly total: number }> =>
      working(member, async (of) => {
        const { currency } = await memberOf(of)
        const rows = await rowsOf(of)
          .orderBy('referral_id', 'desc')
          .limit(FRIENDS_ON_A_PAGE)
          .offset((page - 1) * FRIENDS_ON_A_PAGE)
          .execute()
        const friends = await rows.reduce<Promise<ShownFriend[]>>(
          async (before, row) => [...(await before), await shownFriend(of, row)],
          Promise.resolve([]),
        )
        return { friends, currency, total: await countFriends(of) }
      }),

    /** Takes a friend out: what was earned of them stays, and nothing more is. Done twice, it is done. @throws AppError
     *  referral.friend_unknown, referral.not_offered, referral.not_member */
    remove: (member: Member, referralId: number): Promise<void> =>
      working(member, async (of) => {
        const { tx, now } = of
        await memberOf(of)
        const row = await rowsOf(of).where('referral_id', '=', referralId).forUpdate().executeTakeFirst()
        if (!row) throw new AppError('referral.friend_unknown')
        if (row.removed_at) return
        await settleClawback(tx, row, now)
        const changes = { removed_at: now, count_at: null }
        await tx.update('referral', changes).where('account_id', '=', row.account_id).execute()
      }),

    /** Transfers to the main account, once under the name of the transfer.
     *  @throws AppError referral.below_minimum, referral.not_enough, referral.transfer_other, referral.not_member */
    transfer: (member: Member, asked: Omit<AskedTransfer, 'now'>): Promise<MemberView> =>
      working(member, async (of) => {
        const { tx, accountId, sections, now } = of
        const earner = await memberOf(of)
        await settleFriendsOf(tx, accountId, now)
        await transferReferral(tx, earner, { asked: { ...asked, now }, asks: ports, sections })
        return memberView(of)
      }),
  }
}

async function mainCurrency(tx: BrandTransaction, accountId: number): Promise<string> {
  const row = await tx
    .select('currency_account')
    .select('currency')
    .where('account_id', '=', accountId)
    .where('is_active', '=', true)
    .executeTakeFirstOrThrow()
  return row.currency
}

async function earnerOf({ tx, accountId }: Working): Promise<Earner | undefined> {
  const row = await tx
    .select('referral_member')
    .select('currency')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row && { accountId, currency: row.currency }
}

async function memberOf(of: Working): Promise<Earner> {
  const earner = await earnerOf(of)
  if (!earner) throw new AppError('referral.not_member')
  return earner
}

function rowsOf({ tx, accountId }: Working) {
  return tx.select('referral').selectAll('referral').where('referrer_id', '=', accountId)
}

async function countFriends({ tx, accountId }: Working): Promise<number> {
  const row = await tx
    .select('referral')
    .select(sql<number>`count(*)::int8`.as('total'))
    .where('referrer_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return row.total
}

async function memberView(of: Working): Promise<MemberView> {
  const { tx, accountId, sections, now } = of
  const earner = await memberOf(of)
  const known = await codeOf(tx, { accountId, partnerId: null })
  return {
    code: known?.code ?? '',
    currency: earner.currency,
    balance: await readReferralBalance(tx, earner, { sections, now }),
    transferredMinor: await transferred(tx, earner),
    friends: { total: await countFriends(of), most: sections['bring-a-friend'].maximumFriends },
  }
}

async function transferred(tx: BrandTransaction, { accountId, currency }: Earner): Promise<number> {
  const row = await tx
    .select('ledger_entry')
    .innerJoin('currency_account', (join) =>
      join
        .onRef('currency_account.brand_id', '=', 'ledger_entry.brand_id')
        .onRef('currency_account.currency_account_id', '=', 'ledger_entry.currency_account_id'),
    )
    .innerJoin('ledger_transfer', (join) =>
      join
        .onRef('ledger_transfer.brand_id', '=', 'ledger_entry.brand_id')
        .onRef('ledger_transfer.transfer_id', '=', 'ledger_entry.transfer_id'),
    )
    .select(sql<number>`coalesce(-sum(ledger_entry.amount_minor), 0)::int8`.as('minor'))
    .where('currency_account.account_id', '=', accountId)
    .where('currency_account.kind', '=', 'referral')
    .where('currency_account.currency', '=', currency)
    .where('ledger_transfer.kind', '=', REFERRAL_POSTINGS.transfer)
    .executeTakeFirstOrThrow()
  return row.minor
}

async function shownFriend(of: Working, row: ReferralRow): Promise<ShownFriend> {
  const { tx, ports, sections, now } = of
  const record = await friendRecord(tx, row, { asks: ports, sections, now })
  const state = shownFriendState(record, friendTerms(sections), now.getTime())
  const earnings = await tx
    .select('referral_earning')
    .select(['earned_minor', 'available_at'])
    .where('account_id', '=', row.account_id)
    .execute()
  const sumOf = (rows: typeof earnings) => rows.reduce((sum, { earned_minor }) => sum + earned_minor, 0)
  const isTakenBack = row.clawed_minor > 0
  return {
    referralId: row.referral_id,
    tail: String(row.account_id).slice(-2),
    registeredAt: row.registered_at,
    state,
    earnedMinor: isTakenBack ? 0 : sumOf(earnings),
    heldMinor: isTakenBack ? 0 : sumOf(earnings.filter(({ available_at }) => available_at > now)),
    missing: state === 'referral.friend_waiting' ? missingOf(record, sections) : [],
  }
}

function missingOf(
  { depositedMinor, stakedMinor, isVerified }: FriendRecord,
  sections: ReferralSections,
): ShownFriend['missing'] {
  const { minimumDepositMinor, minimumStakeMinor, needsVerification } = friendTerms(sections)
  return [
    ...(depositedMinor < minimumDepositMinor ? (['deposit'] as const) : []),
    ...(stakedMinor < minimumStakeMinor ? (['stake'] as const) : []),
    ...(needsVerification && !isVerified ? (['verification'] as const) : []),
  ]
}

/** The terms of the programme in numbers, amounts in minor units of a currency (REF-4). */
export function shownTerms(sections: ReferralSections, currency: string) {
  const { 'bring-a-friend': config, global } = sections
  const terms = friendTerms(sections)
  const minor = (amount: number) => inCurrency({ minor: amount, currency: global.defaultCurrency }, currency, global)
  return {
    shareE4: terms.shareE4,
    earnForMs: terms.earnForMs,
    minimumDepositMinor: minor(terms.minimumDepositMinor),
    minimumStakeMinor: minor(terms.minimumStakeMinor),
    isVerificationRequired: terms.needsVerification,
    qualifyWithinMs: terms.qualifyWithinMs,
    carriesLosses: terms.carriesLosses,
    holdMs: terms.holdMs,
    minimumTransferMinor: minor(config.minimumTransferMinor),
    maximumFriends: config.maximumFriends,
    refCodeDays: config.refCodeDays,
  }
}
