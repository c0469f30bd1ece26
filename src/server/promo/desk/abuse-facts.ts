import { sql } from 'kysely'
import { type AbuseFacts, isSignal, TINY_STAKE_MINOR } from '#machines/promo/awards/abuse-signals.rules.ts'
import { mailboxOf } from '#machines/promo/referral/earning.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'

/** Something about a campaign that somebody should look at, with what it goes by. Nothing is done by itself. */
export type AbuseSignal = AbuseFacts & {
  readonly accounts: readonly number[]
  /** What players share. */
  readonly mark?: 'browser' | 'instrument' | 'document' | 'mailbox' | 'person'
  /** Of amounts. */
  readonly currency?: string
}

const MOST = 100
const WEEK = sql`interval '7 days'`
/** A round of a game that was ended so long after the bonus which has paid for it was put by. */
const DELAYED = sql`promo_stake.source = 'casino' and bonus_minor > 0 and over_at > ended_at + interval '10 minutes'`

/** Looks for signs of abuse among the bonuses of a campaign. */
export async function abuseSignals(tx: BrandTransaction, campaignId: string): Promise<readonly AbuseSignal[]> {
  const found = [
    ...(await sharedMarks(tx, campaignId)),
    ...(await stakeSignals(tx, campaignId)),
    ...(await cycles(tx, campaignId)),
  ]
  return found.filter(isSignal).slice(0, MOST)
}

/** Players of a campaign who have a browser, a way to pay, a document, a mailbox, or name and birthday in common. */
async function sharedMarks(tx: BrandTransaction, campaignId: string): Promise<AbuseSignal[]> {
  const players = tx.select('promo_award').select('account_id').where('campaign_id', '=', campaignId)
  const byMark = <Row extends { readonly mark: string; readonly accountId: number }>(
    mark: NonNullable<AbuseSignal['mark']>,
    rows: readonly Row[],
  ) =>
    [...Map.groupBy(rows, (row) => row.mark).values()].map((same): AbuseSignal => {
      const accounts = [...new Set(same.map(({ accountId }) => accountId))].sort((one, other) => one - other)
      return { kind: 'shared', mark, accounts }
    })
  const browsers = await tx
    .select('known_browser')
    .select(['browser_hash as mark', 'account_id as accountId'])
    .where('account_id', 'in', players)
    .execute()
  const instruments = await tx
    .select('payment')
    .select(['account_id as accountId', sql<string>`method_id || ' ' || fields::text`.as('mark')])
    .distinct()
    .where('account_id', 'in', players)
    .where(sql<boolean>`fields <> '{}'::jsonb`)
    .execute()
  const documents = await tx
    .select('identity_document')
    .select(['sha256 as mark', 'account_id as accountId'])
    .where('account_id', 'in', players)
    .execute()
  const addresses = await tx
    .select('identifier')
    .select(['value', 'account_id as accountId'])
    .where('kind', '=', 'email')
    .where('account_id', 'in', players)
    .execute()
  const persons = await tx
    .select('person_mark')
    .select(['mark', 'account_id as accountId'])
    .where('account_id', 'in', players)
    .execute()
  const mailboxes = addresses.map(({ value, accountId }) => ({ mark: mailboxOf(value), accountId }))
  return [
    ...[...byMark('browser', browsers), ...byMark('instrument', instruments), ...byMark('document', documents)],
    ...[...byMark('mailbox', mailboxes), ...byMark('person', persons)],
  ]
}

/** Stakes on both sides, stakes so small that rounding weighs, and rounds that were ended well after their bonus. */
async function stakeSignals(tx: BrandTransaction, campaignId: string): Promise<AbuseSignal[]> {
  const rows = await tx
    .select('promo_award')
    .innerJoin('promo_stake', (join) =>
      join
        .onRef('promo_stake.brand_id', '=', 'promo_award.brand_id')
        .onRef('promo_stake.award_id', '=', 'promo_award.award_id'),
    )
    .select(['promo_award.account_id as accountId', 'promo_award.currency'])
    .select([
      sql<number>`count(*)::int8`.as('stakes'),
      sql<number>`count(*) filter (where cash_minor + bonus_minor <= ${TINY_STAKE_MINOR})::int8`.as('tiny'),
      sql<number>`count(*) filter (where reason = 'promo.counts_not_opposite')::int8`.as('opposite'),
      sql<number>`coalesce(sum(cash_minor + bonus_minor) filter (where reason = 'promo.counts_not_opposite'), 0)::int8`.as(
        'oppositeMinor',
      ),
      sql<number>`count(*) filter (where ${DELAYED})::int8`.as('delayed'),
      sql<number>`coalesce(sum(cash_minor + bonus_minor) filter (where ${DELAYED}), 0)::int8`.as('delayedMinor'),
    ])
    .where('promo_award.campaign_id', '=', campaignId)
    .groupBy(['promo_award.account_id', 'promo_award.currency'])
    .orderBy('promo_award.account_id')
    .execute()
  return rows.flatMap(({ accountId, currency, stakes, tiny, ...sums }): AbuseSignal[] => [
    { kind: 'opposite', accounts: [accountId], currency, stakes: sums.opposite, stakedMinor: sums.oppositeMinor },
    { kind: 'delayed', accounts: [accountId], currency, stakes: sums.delayed, stakedMinor: sums.delayedMinor },
    { kind: 'tiny', accounts: [accountId], stakes, tiny },
  ])
}

/** Deposits with a bonus that were withdrawn within a week, with what was staked of them. */
async function cycles(tx: BrandTransaction, campaignId: string): Promise<AbuseSignal[]> {
  const rows = await tx
    .select('promo_award')
    .select(['promo_award.account_id as accountId', 'currency', 'deposit_minor as depositMinor'])
    .select([
      sql<number>`coalesce((
        select sum(promo_stake.cash_minor + promo_stake.bonus_minor) from promo_stake
        where promo_stake.brand_id = promo_award.brand_id and promo_stake.award_id = promo_award.award_id
      ), 0)::int8`.as('stakedMinor'),
      sql<number>`coalesce((
        select sum(payment.amount_minor) from payment
        where payment.brand_id = promo_award.brand_id and payment.account_id = promo_award.account_id
          and payment.currency = promo_award.currency and payment.direction = 'withdrawal'
          and payment.state in ('processing', 'waiting', 'approved', 'sent', 'succeeded', 'paid')
          and payment.created_at between promo_award.begun_at and promo_award.begun_at + ${WEEK}
      ), 0)::int8`.as('withdrawnMinor'),
    ])
    .where('campaign_id', '=', campaignId)
    .where('deposit_minor', '>', 0)
    .where('begun_at', 'is not', null)
    .orderBy('promo_award.award_id', 'desc')
    .limit(10_000)
    .execute()
  return rows.map(({ accountId, ...facts }): AbuseSignal => ({ kind: 'cycle', accounts: [accountId], ...facts }))
}
