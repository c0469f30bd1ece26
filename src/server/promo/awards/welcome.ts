import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { NamedCampaign, PromoPorts, PromoSections } from '../promo-ports.ts'
import { claimAward, giveAward } from './award-life.ts'
import { campaignsOf } from './entitlement.ts'

/** A player who has just registered, and the bonus that they have chosen. */
export interface NewPlayer {
  readonly accountId: number
  readonly currency: string
  /** ISO 3166-1 alpha-2, lower case. */
  readonly country: string
  /** Id of the campaign; empty when none was chosen. */
  readonly bonusId: string
  /** Whether the bonus on the first deposit was asked for, whichever it is. */
  readonly wantsDepositBonus: boolean
}

/** Campaigns from which a new player can choose: those for the registration and for the first deposit. */
export function welcomeCampaigns(
  sections: Pick<PromoSections, 'promo' | 'boolean' | 'licence'>,
  of: { readonly country: string; readonly now: Date },
): NamedCampaign[] {
  return campaignsOf(sections, of).filter(
    ({ campaign: { trigger } }) =>
      trigger.on === 'registration' || (trigger.on === 'deposit' && trigger.depositNumber === 1),
  )
}

/** Gives or promises the bonus that a new player has chosen. One that cannot be had any more, or not by them, leaves the registration as
 *  it is: the promotions say what is on offer. */
export async function welcome(
  tx: BrandTransaction,
  of: NewPlayer & { readonly sections: PromoSections; readonly now: Date } & Pick<PromoPorts, 'freeRounds'>,
): Promise<void> {
  const { accountId, currency, country, bonusId, wantsDepositBonus, sections, freeRounds, now } = of
  const named = welcomeCampaigns(sections, { country, now }).find(
    ({ id, campaign }) => id === bonusId || (bonusId === '' && wantsDepositBonus && campaign.trigger.on === 'deposit'),
  )
  if (!named) return
  const cause = { player: { accountId, currency, country }, named, sections, freeRounds, now, cause: 'once' }
  if (named.campaign.trigger.on === 'deposit') await claimAward(tx, cause)
  else await giveAward(tx, cause)
}
