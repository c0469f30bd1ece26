import { sql } from 'kysely'
import { ageInYears } from '#machines/forms/kinds/date.rules.ts'
import { isOfAudience } from '#machines/promo/awards/audience.rules.ts'
import { zoneDay } from '#machines/site/date-format.rules.ts'
import { bonusLaw } from '#machines/site/licence/bonus-law.rules.ts'
import type { Campaign, ErrorCode } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { hasProgramme } from '../loyalty/loyalty-terms.ts'
import type { NamedCampaign, PromoSections } from '../promo-ports.ts'
import { audienceFacts } from './audience-facts.ts'
import { givesPoints } from './award-points.ts'

/** Who asks for a bonus: a guest has no account. */
export interface Visiting {
  readonly accountId: number | null
  /** ISO 3166-1 alpha-2, lower case. */
  readonly country: string
}

/** Whether a campaign is on: offered, begun and not over. */
export function isOn({ isOffered, startsAt, endsAt }: Campaign, now: Date): boolean {
  const at = now.getTime()
  return (
    isOffered &&
    (startsAt === undefined || Date.parse(startsAt) <= at) &&
    (endsAt === undefined || at < Date.parse(endsAt))
  )
}

/** Whether a campaign is for a country. */
export function isIn({ countries }: Campaign, country: string): boolean {
  return countries.length === 0 || countries.includes(country)
}

/** Campaigns that can be had now in a country, in their order; none where the brand offers no bonuses or its licence forbids them. */
export function campaignsOf(
  { promo, boolean, licence }: Pick<PromoSections, 'promo' | 'boolean' | 'licence'>,
  { country, now }: { readonly country: string; readonly now: Date },
): NamedCampaign[] {
  if (!boolean.isBonusAllowed || bonusLaw(licence.pack).isForbidden) return []
  return Object.entries(promo.campaigns)
    .filter(([, campaign]) => isOn(campaign, now) && isIn(campaign, country) && canGive(campaign, { promo, licence }))
    .map(([id, campaign]) => ({ id, campaign }))
    .sort((one, other) => one.campaign.order - other.campaign.order || (one.id < other.id ? -1 : 1))
}

/** Whether what a campaign gives can be used: points only where there is a programme of loyalty. */
export function canGive(campaign: Campaign, sections: Pick<PromoSections, 'promo' | 'licence'>): boolean {
  return !givesPoints(campaign) || hasProgramme(sections)
}

/** The campaign of a code, or why it gives a player nothing: a code that is over says so, and one of nobody, of another brand or of a
 *  time to come is not known (PROMO-20). */
export function campaignOfCode(
  sections: Pick<PromoSections, 'promo' | 'boolean' | 'licence'>,
  {
    code,
    country,
    now,
    campaignId,
  }: {
    readonly code: string | null
    readonly country: string
    readonly now: Date
    /** Of a code that was made in bulk: for which campaign. */
    readonly campaignId?: string | undefined
  },
): { readonly named: NamedCampaign } | { readonly refusal: ErrorCode } {
  const { promo, boolean, licence } = sections
  const found = Object.entries(promo.campaigns).find(
    ([id, { trigger }]) =>
      trigger.on === 'code' && (campaignId === undefined ? trigger.code === code : id === campaignId),
  )
  if (code === null || !found || !boolean.isBonusAllowed || bonusLaw(licence.pack).isForbidden)
    return { refusal: 'promo.code_unknown' }
  const [id, campaign] = found
  if (campaign.startsAt !== undefined && now.getTime() < Date.parse(campaign.startsAt))
    return { refusal: 'promo.code_unknown' }
  if (!isOn(campaign, now) || !canGive(campaign, { promo, licence })) return { refusal: 'promo.code_over' }
  return isIn(campaign, country) ? { named: { id, campaign } } : { refusal: 'promo.code_not_here' }
}

/** Campaigns without those that ask for a deposit which the player has made already, and without stages whose turn has not come: the bonus
 *  before has to be given and over. */
export async function stillToHave(
  tx: BrandTransaction,
  visitor: Visiting,
  campaigns: readonly NamedCampaign[],
  now: Date,
): Promise<readonly NamedCampaign[]> {
  if (visitor.accountId !== null && (await wantsNone(tx, visitor.accountId))) return []
  return openTo(tx, visitor, campaigns, now)
}

/** The same for a player who wants bonuses, and for a guest. */
export async function openTo(
  tx: BrandTransaction,
  visitor: Visiting,
  campaigns: readonly NamedCampaign[],
  now: Date,
): Promise<readonly NamedCampaign[]> {
  const open = await forAudience(tx, visitor, await notPassed(tx, visitor, campaigns), now)
  if (open.every(({ campaign }) => campaign.trigger.after === undefined)) return open
  const closed = visitor.accountId === null ? new Set<string>() : await closedCampaigns(tx, visitor.accountId)
  return open.filter(({ campaign: { trigger } }) => trigger.after === undefined || closed.has(trigger.after))
}

/** Campaigns without those that are for other players; a guest sees those for everybody. */
async function forAudience(
  tx: BrandTransaction,
  { accountId }: Visiting,
  campaigns: readonly NamedCampaign[],
  now: Date,
): Promise<readonly NamedCampaign[]> {
  if (campaigns.every(({ campaign }) => campaign.audience === undefined)) return campaigns
  const facts = accountId === null ? null : await audienceFacts(tx, accountId, now)
  return campaigns.filter(({ campaign: { audience } }) => !audience || (facts && isOfAudience(audience, facts)))
}

/** Campaigns of which a player has had a bonus that is over. */
async function closedCampaigns(tx: BrandTransaction, accountId: number): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select('promo_award')
    .select('campaign_id')
    .where('account_id', '=', accountId)
    .where('granted_minor', '>', 0)
    .where('ended_at', 'is not', null)
    .where('of_award_id', 'is', null)
    // A free bet is over once what it has won is.
    .where(
      sql<boolean>`not exists (
        select from promo_award won
        where won.brand_id = promo_award.brand_id and won.of_award_id = promo_award.award_id and won.ended_at is null
      )`,
    )
    .execute()
  return new Set(rows.map(({ campaign_id }) => campaign_id))
}

async function notPassed(
  tx: BrandTransaction,
  { accountId }: Visiting,
  campaigns: readonly NamedCampaign[],
): Promise<readonly NamedCampaign[]> {
  if (accountId === null || campaigns.every(({ campaign }) => campaign.trigger.depositNumber === 0)) return campaigns
  const row = await tx
    .select('payment')
    .select(sql<number>`coalesce(max(deposit_number), 0)::int`.as('made'))
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const made = row?.made ?? 0
  return campaigns.filter(({ campaign: { trigger } }) => trigger.depositNumber === 0 || trigger.depositNumber > made)
}

/** Why a player cannot be given a bonus, whatever it is: too young for it, or had the one that the licence allows; null when nothing
 *  keeps them. */
export async function personalRefusal(
  tx: BrandTransaction,
  of: {
    readonly accountId: number
    readonly named: NamedCampaign
    /** What the award would be made for. */
    readonly cause: string
    readonly sections: PromoSections
    /** Whether it is known that the player wants bonuses. */
    readonly isWanted?: boolean
    readonly now: Date
  },
): Promise<'promo.too_young' | 'promo.once_only' | 'promo.not_audience' | 'promo.opted_out' | null> {
  const { accountId, named, cause, sections, isWanted = false, now } = of
  if (!isWanted && (await wantsNone(tx, accountId))) return 'promo.opted_out'
  const { audience } = named.campaign
  if (audience && !isOfAudience(audience, await audienceFacts(tx, accountId, now))) return 'promo.not_audience'
  const law = bonusLaw(sections.licence.pack)
  const years = Math.max(named.campaign.minimumAge ?? 0, law.minimumAge ?? 0)
  if (years > 0 && (await ageOf(tx, { accountId, today: zoneDay(now.getTime(), sections.global.timeZone) })) < years)
    return 'promo.too_young'
  return law.isOnce && (await hasHadOther(tx, { accountId, campaignId: named.id, cause })) ? 'promo.once_only' : null
}

/** Whether a player has said that they want no bonuses (OFF-12). */
export async function wantsNone(tx: BrandTransaction, accountId: number): Promise<boolean> {
  const row = await tx
    .select('player_setting')
    .select('setting_value')
    .where('account_id', '=', accountId)
    .where('setting_id', '=', 'bonus_offers')
    .executeTakeFirst()
  return row?.setting_value === 'off'
}

/** Whether the identity of a player has been verified. */
export async function isIdentified(tx: BrandTransaction, accountId: number): Promise<boolean> {
  const row = await tx.select('identification').select('state').where('account_id', '=', accountId).executeTakeFirst()
  return row?.state === 'verified'
}

/** Whether a player has paid something in. */
export async function hasDeposited(tx: BrandTransaction, accountId: number): Promise<boolean> {
  const row = await tx
    .select('payment')
    .select('payment_id')
    .where('account_id', '=', accountId)
    .where('deposit_number', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Years of a player; none of one who has not said when they were born. */
async function ageOf(
  tx: BrandTransaction,
  { accountId, today }: { readonly accountId: number; readonly today: string },
): Promise<number> {
  const row = await tx.select('profile').select('birthday').where('account_id', '=', accountId).executeTakeFirst()
  return row?.birthday ? ageInYears(row.birthday, today) : 0
}

/** Whether a player was given something else, or was promised it and has not given it up. */
async function hasHadOther(
  tx: BrandTransaction,
  { accountId, campaignId, cause }: { readonly accountId: number; readonly campaignId: string; readonly cause: string },
): Promise<boolean> {
  const row = await tx
    .select('promo_award')
    .select('award_id')
    .where('account_id', '=', accountId)
    .where('of_award_id', 'is', null)
    .where((where) => where.or([where('campaign_id', '<>', campaignId), where('cause', '<>', cause)]))
    .where((where) => where.or([where('granted_minor', '>', 0), where('ended_at', 'is', null)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
