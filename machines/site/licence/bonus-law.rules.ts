import type { LicenceConfig } from '#schemas'

/** What a licence says of bonuses. */
export interface BonusLaw {
  /** The clause, as its authority names it. */
  readonly clause: string
  /** Whether all bonuses are forbidden. */
  readonly isForbidden?: boolean
  /** The most times that a bonus may have to be staked, in hundredths. */
  readonly mostTimesE2?: number
  /** Whether one bonus may ask for bets on sport and games of the casino at once. */
  readonly isMixedForbidden?: boolean
  /** Whether a player gets one bonus in all, for the first play. */
  readonly isOnce?: boolean
  /** Whether money back of what was lost is a bonus too, and so cannot be paid again and again. */
  readonly isCashbackForbidden?: boolean
  /** Years below which nobody gets a bonus. */
  readonly minimumAge?: number
}

type LicenceId = NonNullable<LicenceConfig['pack']>

/** Laws of bonuses by licence pack. Great Britain: LCCP social responsibility code 5.1.1, in force since 19 January 2026; the others are
 *  recalled, and have to be checked before they are quoted as law. Sweden: a bonus is a discount or a like incentive that is directly
 *  connected with gambling, which cashback is. Brazil: an advantage before a bet is forbidden, which cashback is not. */
const LAWS: Readonly<Partial<Record<LicenceId, BonusLaw>>> = {
  gb: { clause: 'LCCP SR 5.1.1', mostTimesE2: 1000, isMixedForbidden: true },
  se: { clause: 'Spellagen 14:9', isOnce: true, isCashbackForbidden: true },
  br: { clause: 'Lei 14.790, art. 29', isForbidden: true },
  nl: { clause: 'Besluit werving, reclame en verslavingspreventie kansspelen', minimumAge: 24 },
}

const NO_LAW: BonusLaw = { clause: '' }

/** What the licence of a brand says of bonuses; nothing for a licence that leaves them to the brand. */
export function bonusLaw(pack: LicenceId | undefined): BonusLaw {
  return (pack && LAWS[pack]) ?? NO_LAW
}
