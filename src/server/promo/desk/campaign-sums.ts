import { sql } from 'kysely'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { converted } from '../awards/award-terms.ts'
import type { PromoSections } from '../promo-ports.ts'

/** What a campaign has given so far. Amounts are minor units of the default currency, by the brand's rates of now. */
export interface CampaignSums {
  /** Bonuses by what came of them; those that wait for a deposit or came to nothing before it are not given. */
  readonly given: number
  readonly open: number
  readonly converted: number
  readonly forfeited: number
  readonly givenMinor: number
  readonly openMinor: number
  /** What has become players' own money or points. */
  readonly convertedMinor: number
  /** What went back to the house: given up, over, or above a cap. */
  readonly forfeitedMinor: number
  /** What the budget has been charged, at the rates of the grants. */
  readonly usedMinor: number
}

const OPEN: ReadonlySet<string> = new Set(['queued', 'active', 'ready', 'staked'])
const FORFEITED: ReadonlySet<string> = new Set(['refused', 'expired', 'cancelled'])
const NOTHING: CampaignSums = {
  ...{ given: 0, open: 0, converted: 0, forfeited: 0 },
  ...{ givenMinor: 0, openMinor: 0, convertedMinor: 0, forfeitedMinor: 0, usedMinor: 0 },
}

/** The sums of all campaigns that have given anything, by id. */
export async function campaignSums(
  tx: BrandTransaction,
  global: PromoSections['global'],
): Promise<ReadonlyMap<string, CampaignSums>> {
  const rows = await tx
    .select('promo_award')
    .select(['campaign_id as id', 'currency', 'state'])
    .select([
      // What free bets have won is no bonus more, and no more was given: it is open, or becomes money.
      sql<number>`count(*) filter (where of_award_id is null)::int8`.as('count'),
      sql<number>`coalesce(sum(granted_minor) filter (where of_award_id is null), 0)::int8`.as('granted'),
      sql<number>`sum(granted_minor + changed_minor)::int8`.as('size'),
      // Points are no money of the player's; what they are worth is what they cost.
      sql<number>`sum(case when terms -> 'reward' ->> 'kind' = 'points' then granted_minor else paid_minor end)::int8`.as(
        'paid',
      ),
      sql<number>`sum(removed_minor)::int8`.as('removed'),
    ])
    // Free rounds are charged before anything of them has been won.
    .where((where) => where.or([where('granted_minor', '>', 0), where('charged_minor', '>', 0)]))
    .groupBy(['campaign_id', 'currency', 'state'])
    .execute()
  const budgets = await tx.select('promo_budget').select(['campaign_id as id', 'charged_minor as usedMinor']).execute()
  const sums = new Map<string, CampaignSums>(budgets.map(({ id, usedMinor }) => [id, { ...NOTHING, usedMinor }]))
  for (const { id, currency, state, count, granted, size, paid, removed } of rows) {
    const own = (minor: number) =>
      global.currencies[currency] ? converted(minor, { from: currency, to: global.defaultCurrency, global }) : 0
    const sum = sums.get(id) ?? NOTHING
    const of = (is: boolean, amount: number) => (is ? amount : 0)
    sums.set(id, {
      ...{ usedMinor: sum.usedMinor, given: sum.given + count, givenMinor: sum.givenMinor + own(granted) },
      open: sum.open + of(OPEN.has(state), count),
      openMinor: sum.openMinor + of(OPEN.has(state), own(size)),
      converted: sum.converted + of(state === 'converted', count),
      convertedMinor: sum.convertedMinor + own(paid),
      forfeited: sum.forfeited + of(FORFEITED.has(state), count),
      forfeitedMinor: sum.forfeitedMinor + own(removed),
    })
  }
  return sums
}
