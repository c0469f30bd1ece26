import { AppError } from '#calls/app-error.ts'
import { bonusLaw } from '#machines/site/licence/bonus-law.rules.ts'
import type { Campaign } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { MoneyGuard } from '#server/money/money-guard.ts'
import { giveAward } from '../awards/award-life.ts'
import { awardAmounts } from '../awards/award-terms.ts'
import { canGive, isIn, isOn } from '../awards/entitlement.ts'
import type { BonusRounds, PromoSections } from '../promo-ports.ts'

/** A bonus for players, as an operator asks for it. */
export interface AskedGrant {
  readonly campaignId: string
  readonly players: readonly number[]
}

/** Where and when a grant is given. */
interface Granting {
  readonly sections: PromoSections
  readonly guard: MoneyGuard
  readonly freeRounds: BonusRounds
  readonly grantId: number
  readonly now: Date
}

/** Why a player cannot be given a bonus: the key of a text. */
export class GrantRefusal extends Error {
  readonly accountId: number
  readonly reason: string

  constructor(accountId: number, reason: string) {
    super(`${accountId}: ${reason}`)
    this.accountId = accountId
    this.reason = reason
  }
}

/** The campaign of a grant: one that is given at the desk. @throws AppError promo.campaign_unknown */
export function grantedCampaign(sections: PromoSections, campaignId: string, now: Date): Campaign {
  const { promo, boolean, licence } = sections
  const campaign = Object.hasOwn(promo.campaigns, campaignId) ? promo.campaigns[campaignId] : undefined
  const mayGive = boolean.isBonusAllowed && !bonusLaw(licence.pack).isForbidden
  if (campaign?.trigger.on !== 'desk' || !mayGive || !isOn(campaign, now) || !canGive(campaign, sections))
    throw new AppError('promo.campaign_unknown')
  return campaign
}

/** What a grant costs in all, in minor units of the default currency. @throws AppError promo.campaign_unknown */
export function costOfGrant(sections: PromoSections, { campaignId, players }: AskedGrant, now: Date): number {
  const { global } = sections
  const campaign = grantedCampaign(sections, campaignId, now)
  const roundMinor = campaign.reward.freeRounds?.stakeMinor ?? 0
  const of = { currency: global.defaultCurrency, depositMinor: 0, roundMinor, global }
  return awardAmounts(campaign, of).chargedMinor * players.length
}

/** Gives a bonus to all players of a grant, or to none: the transaction has to be left when one is refused (PROMO-15).
 *  @throws GrantRefusal for the first player who cannot have it, a spent budget included; AppError promo.campaign_unknown */
export async function giveGrant(tx: BrandTransaction, asked: AskedGrant, of: Granting): Promise<void> {
  const { sections, guard, freeRounds, grantId, now } = of
  const named = { id: asked.campaignId, campaign: grantedCampaign(sections, asked.campaignId, now) }
  // In the order of their numbers, so that two grants at once wait for each other instead of locking each other out.
  for (const accountId of [...asked.players].sort((one, other) => one - other)) {
    const player = await playerAt(tx, accountId)
    if (!player) throw new GrantRefusal(accountId, 'promo.no_account')
    if (!isIn(named.campaign, player.country)) throw new GrantRefusal(accountId, 'promo.code_not_here')
    const refusal = await guard(tx, { path: 'casino', ...player, amountMinor: 0, now })
    if (refusal) throw new GrantRefusal(accountId, refusal.reason)
    const award = await giveAward(tx, { player, named, sections, freeRounds, now, cause: `grant/${grantId}` })
    if ('refusal' in award) throw new GrantRefusal(accountId, award.refusal)
  }
}

/** The currency and country of a player; undefined without an account in use. */
async function playerAt(tx: BrandTransaction, accountId: number) {
  const row = await tx
    .select('currency_account')
    .leftJoin('profile', (join) =>
      join
        .onRef('profile.brand_id', '=', 'currency_account.brand_id')
        .onRef('profile.account_id', '=', 'currency_account.account_id'),
    )
    .select(['currency_account.currency', 'profile.country'])
    .where('currency_account.account_id', '=', accountId)
    .where('currency_account.is_active', '=', true)
    .executeTakeFirst()
  return row && { accountId, currency: row.currency, country: row.country ?? '' }
}
