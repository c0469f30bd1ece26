import { convertMinor } from '#machines/money/amount.rules.ts'
import { matchBonus } from '#machines/promo/awards/reward.rules.ts'
import { wageringTarget } from '#machines/promo/awards/wagering.rules.ts'
import { isTokenKind } from '#machines/site/licence/token-kinds.ts'
import type { Campaign } from '#schemas'
import type { PromoSections } from '../promo-ports.ts'

/** What an award gives and asks for, in the currency of its player. */
export interface AwardAmounts {
  /** What it is worth, before what the player owes is taken off. */
  readonly wholeMinor: number
  readonly grantedMinor: number
  readonly targetMinor: number
  readonly mostStakeMinor: number
  /** What the player pays for it. */
  readonly premiumMinor: number
  /** What it costs the budget, in the default currency. */
  readonly chargedMinor: number
}

/** Works out an award in the currency of its player: the campaign's amounts are in the default one. What free rounds win is played through
 *  once it is known, so they ask for nothing before.
 *  @param depositMinor what was paid in, or what bets have lost, in the player's currency; 0 without either
 *  @param owedMinor what is taken off it
 *  @param roundMinor stake of a free round, in the player's currency; 0 where none are given */
export function awardAmounts(
  { reward, trigger, wagering }: Campaign,
  {
    currency,
    depositMinor,
    owedMinor = 0,
    roundMinor = 0,
    global,
  }: {
    readonly currency: string
    readonly depositMinor: number
    readonly owedMinor?: number
    readonly roundMinor?: number
    readonly global: PromoSections['global']
  },
): AwardAmounts {
  const inCurrency = (minor: number) => converted(minor, { from: global.defaultCurrency, to: currency, global })
  const maximumMinor = inCurrency(reward.maximumMinor)
  const terms = {
    percentE4: reward.percentE4,
    maximumMinor,
    minimumDepositMinor: inCurrency(trigger.minimumDepositMinor),
  }
  const rounds = reward.kind === 'free_rounds' ? (reward.freeRounds?.rounds ?? 0) : 0
  const points = reward.kind === 'points' ? reward.points : undefined
  const isPaidIn = depositMinor >= terms.minimumDepositMinor
  const wholeMinor = wholeOf()
  function wholeOf(): number {
    // Points are worth what the campaign says, and a minor unit at least, so that they are given in every currency.
    if (points) return isPaidIn ? Math.max(1, inCurrency(points.worthMinor)) : 0
    if (rounds > 0) return (isPaidIn ? rounds : 0) * roundMinor
    // What is put on a bet is worth the most that it can pay; of a pool the share is known.
    if (isTokenKind(reward.kind)) return isPaidIn ? maximumMinor : 0
    if (trigger.bets?.rule === 'pool') return depositMinor
    return reward.percentE4 > 0
      ? matchBonus(depositMinor, terms)
      : Math.min(inCurrency(reward.fixedMinor), maximumMinor)
  }
  const grantedMinor = Math.max(0, wholeMinor - owedMinor)
  const isPlayedThrough = rounds === 0 && !points && !isTokenKind(reward.kind)
  return {
    wholeMinor,
    grantedMinor,
    targetMinor: isPlayedThrough ? wageringTarget(wagering, { bonusMinor: grantedMinor, depositMinor }) : 0,
    mostStakeMinor: inCurrency(wagering.maximumStakeMinor),
    premiumMinor: inCurrency(reward.premiumMinor ?? 0),
    chargedMinor: points
      ? Math.sign(grantedMinor) * points.worthMinor
      : converted(grantedMinor, { from: currency, to: global.defaultCurrency, global }),
  }
}

/** Minor units in another currency, at the brand's rate. */
export function converted(
  minor: number,
  { from, to, global }: { readonly from: string; readonly to: string; readonly global: PromoSections['global'] },
): number {
  const [source, target] = [global.currencies[from], global.currencies[to]]
  if (!source || !target) throw new Error(`the brand has no rate from ${from} to ${to}`)
  return from === to ? minor : convertMinor(minor, source, target)
}
