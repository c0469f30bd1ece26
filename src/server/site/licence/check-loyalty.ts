import { bonusLaw } from '#machines/site/licence/bonus-law.rules.ts'
import { TIERS, type Tier, tierFaults } from '#machines/site/loyalty-tiers.rules.ts'
import { PAYTABLE_RETURNS } from '#machines/site/tables/paytable-returns.ts'
import type { BrandProblem, CasinoConfig, GlobalConfig, LicenceConfig, LoyaltyTier, PromoConfig } from '#schemas'
import { type BrandLevel, locateFault, sectionPath } from '../brands/brand-level.ts'
import { quoted } from '../faults/problem-words.ts'

const PATH = sectionPath('promo')

type Report = (pointer: string, found: string, expected: string, message: string) => void

/** Tiers that contradict each other, and loyalty that costs more than the house keeps of what it counts (PROMO-21, PROMO-22). What a brand
 *  that has no programme has written is its own business. */
export function checkLoyalty(level: BrandLevel): readonly BrandProblem[] {
  const promo = level.documents.get(PATH)?.value as PromoConfig | undefined
  const casino = level.documents.get(sectionPath('casino'))?.value as CasinoConfig | undefined
  const global = level.documents.get(sectionPath('global'))?.value as GlobalConfig | undefined
  const exponent = global?.currencies[global.defaultCurrency]?.exponent ?? 2
  if (!promo?.isLoyaltyOffered || !promo.loyaltyTiers || !promo.loyalty) return []
  const faults: BrandProblem[] = []
  const report: Report = (pointer, found, expected, message) =>
    faults.push(...locateFault(level, PATH, { pointer, found, expected, suggestion: null, message }))
  const licence = level.documents.get(sectionPath('licence'))?.value as LicenceConfig | undefined
  const law = bonusLaw(licence?.pack)
  if (law.isCashbackForbidden)
    report(
      '/isLoyaltyOffered',
      'true',
      'false',
      `The licence of the brand allows a bonus at the first play alone, and cashback is one (${law.clause}). Write "isLoyaltyOffered": false.`,
    )
  const tiers = promo.loyaltyTiers as Readonly<Partial<Record<Tier, LoyaltyTier>>>
  const missing = TIERS.filter((tier) => tiers[tier] === undefined)
  for (const tier of missing)
    report(
      '/loyaltyTiers',
      `no ${quoted(tier)}`,
      'all eight tiers',
      `The tier ${quoted(tier)} is missing. Loyalty has eight tiers: ${TIERS.join(', ')}. Leave the default as it is, or write its terms.`,
    )
  if (missing.length > 0) return faults
  const all = tiers as Readonly<Record<Tier, LoyaltyTier>>
  checkThresholds(all, report)
  checkRates(all, report)
  checkShop(promo, report)
  checkCost(promo, { casino, exponent }, report)
  return faults
}

function checkThresholds(tiers: Readonly<Record<Tier, LoyaltyTier>>, report: Report): void {
  for (const { tier, fault } of tierFaults(tiers)) {
    const before = TIERS[TIERS.indexOf(tier) - 1] ?? 'copper'
    const found = String(tiers[tier].fromXp)
    const pointer = `/loyaltyTiers/${tier}/fromXp`
    if (fault === 'not_from_zero')
      report(pointer, found, '0', `A new player has the tier ${quoted(tier)}: it has to begin at 0 XP.`)
    else
      report(
        pointer,
        found,
        `more than ${tiers[before].fromXp}`,
        `The tier ${quoted(tier)} begins at ${found} XP, and the one below it, ${quoted(before)}, at ${tiers[before].fromXp}. Each tier has to begin above the one before it.`,
      )
  }
}

/** A higher tier has to give more, as far as its share is one of the same thing. */
function checkRates(tiers: Readonly<Record<Tier, LoyaltyTier>>, report: Report): void {
  for (const [place, tier] of TIERS.entries()) {
    const before = TIERS[place - 1]
    const [own, below] = [tiers[tier], before && tiers[before]]
    if (!below || own.base !== below.base || own.ratioE4 >= below.ratioE4) continue
    report(
      `/loyaltyTiers/${tier}/ratioE4`,
      String(own.ratioE4),
      `at least ${below.ratioE4}`,
      `The tier ${quoted(tier)} pays back ${own.ratioE4 / 100} % and the one below it, ${quoted(before ?? '')}, ${below.ratioE4 / 100} %: who rises would get less.`,
    )
  }
}

/** An item gives the bonus of a campaign that is given at the desk, with an amount of its own. */
function checkShop({ loyaltyShop, campaigns }: PromoConfig, report: Report): void {
  for (const [id, { campaign: name }] of Object.entries(loyaltyShop)) {
    const campaign = Object.hasOwn(campaigns, name) ? campaigns[name] : undefined
    if (campaign?.trigger.on === 'desk' && campaign.reward.fixedMinor > 0) continue
    const why = campaign
      ? `the campaign ${quoted(name)} is not one that is given at the desk with a fixed amount`
      : `there is no campaign ${quoted(name)}`
    report(
      `/loyaltyShop/${id}/campaign`,
      quoted(name),
      'a campaign with "trigger.on": "desk" and "reward.fixedMinor"',
      `The item ${quoted(id)} of the shop gives nothing: ${why}. Write the campaign below "campaigns", or take the item out with null.`,
    )
  }
}

/** What the points of a unit staked are worth at the best item, in ten-thousandths of the stakes. */
function pointsCostE4({ loyaltyPoints, loyaltyShop, campaigns }: PromoConfig, exponent: number): number {
  const worth = Object.values(loyaltyShop).map(({ campaign: name, points, isOffered }) => {
    const minor = isOffered && Object.hasOwn(campaigns, name) ? (campaigns[name]?.reward.fixedMinor ?? 0) : 0
    return ((loyaltyPoints.perUnitE2 / 100) * (minor / 10 ** exponent) * 10_000) / points
  })
  return Math.max(0, ...worth)
}

/** The most that loyalty costs of the stakes has to stay below what the house keeps of the brand's own games that count. */
function checkCost(
  promo: PromoConfig,
  { casino, exponent }: { readonly casino: CasinoConfig | undefined; readonly exponent: number },
  report: Report,
): void {
  const { loyaltyTiers, loyalty } = promo
  const { mostOfStakesE4, excludedProducts, excludedGames } = loyalty
  const tiers = Object.values(loyaltyTiers) as readonly LoyaltyTier[]
  const highest = Math.max(...tiers.map(({ base, ratioE4 }) => (base === 'turnover' ? ratioE4 : 10_000)))
  const cashbackE4 = mostOfStakesE4 > 0 ? Math.min(mostOfStakesE4, highest) : highest
  const costE4 = Math.ceil(cashbackE4 + pointsCostE4(promo, exponent))
  for (const [id, game] of Object.entries(casino?.games ?? {})) {
    const isOut = (excludedProducts as readonly string[]).includes(game.category) || excludedGames.includes(id)
    const returns = PAYTABLE_RETURNS[game.paytable]
    if (!game.isOffered || isOut || !returns) continue
    const edgeE4 = 10_000 - returns.highestE4
    if (costE4 < edgeE4) continue
    report(
      '/loyalty/mostOfStakesE4',
      String(mostOfStakesE4),
      `less than ${edgeE4}, or the game excluded`,
      `Loyalty can cost ${costE4 / 100} % of the stakes, and the house keeps ${edgeE4 / 100} % of those at the game ${quoted(id)}. Lower "mostOfStakesE4" or what points are worth, or exclude the game or its category ${quoted(game.category)}.`,
    )
  }
}
