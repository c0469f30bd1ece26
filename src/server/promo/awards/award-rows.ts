import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { type Rational, rational } from '#machines/odds/rational.rules.ts'
import type { StakedBonus } from '#machines/promo/awards/ended-bonus.rules.ts'
import type { Progress } from '#machines/promo/awards/wagering.rules.ts'
import { canonicalJson } from '#machines/site/canonical-json.rules.ts'
import { isTokenKind } from '#machines/site/licence/token-kinds.ts'
import type { Campaign } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { PromoAwardTable } from '#server/db/tables/promo-tables.ts'

/** An award as it is kept. */
export type AwardRow = Selectable<PromoAwardTable>

/** Whether a campaign gives a free bet. */
export function givesFreebet({ reward }: Pick<Campaign, 'reward'>): boolean {
  return reward.kind === 'freebet'
}

/** Whether what a free bet wins is a bonus that has to be played through. */
export function winsBonus({ reward }: Pick<Campaign, 'reward'>): boolean {
  return reward.kind === 'freebet' && reward.winnings === 'bonus'
}

/** Whether an award is what a free bet has won: it is played through by the terms of the free bet. */
export function isWinnings({ of_award_id }: Pick<AwardRow, 'of_award_id'>): boolean {
  return of_award_id !== null
}

/** What a bonus comes to: what was given, with what was changed since it has begun. */
export function sizeOf({ granted_minor, changed_minor }: Pick<AwardRow, 'granted_minor' | 'changed_minor'>): number {
  return granted_minor + changed_minor
}

/** Whether a campaign gives free rounds of a game. */
export function givesFreeRounds({ reward }: Pick<Campaign, 'reward'>): boolean {
  return reward.kind === 'free_rounds'
}

/** Whether a campaign gives something that the player puts on a bet of their own: a double, a power bet or an insurance. */
export function givesToken({ reward }: Pick<Campaign, 'reward'>): boolean {
  return isTokenKind(reward.kind)
}

/** Reads an exact fraction as it is kept: `1943/2`. @throws Error for a text that is none */
export function readFraction(text: string): Rational {
  const [top = '', bottom = ''] = text.split('/')
  return rational(BigInt(top), BigInt(bottom))
}

/** Writes an exact fraction as it is kept. */
export function fractionText({ numerator, denominator }: Rational): string {
  return `${numerator}/${denominator}`
}

/** How far an award has been played through. */
export function progressOf({ counted, target_minor }: Pick<AwardRow, 'counted' | 'target_minor'>): Progress {
  return { counted: readFraction(counted), targetMinor: target_minor }
}

/** A bonus as what its stakes bring is divided by. */
export function stakedBonus(award: AwardRow): StakedBonus {
  const { state, terms, paid_minor, removed_minor, late_minor, owed_minor } = award
  return {
    ...{ state, bonusMinor: sizeOf(award), capTimesE2: terms.wagering.capTimesE2, release: terms.wagering.release },
    ...{ endMinor: paid_minor + removed_minor, lateMinor: late_minor, owedMinor: owed_minor },
  }
}

/** The hash of terms: anyone who has the campaign as it was can show that it is the award's (PROMO-16). */
export function termsHash(campaign: Campaign): string {
  return createHash('sha256').update(canonicalJson(campaign)).digest('hex')
}

/** Whose bonus, in which currency. */
interface AwardHolder {
  readonly accountId: number
  readonly currency: string
}

function activeAward(tx: BrandTransaction, { accountId, currency }: AwardHolder) {
  return tx
    .select('promo_award')
    .selectAll('promo_award')
    .where('account_id', '=', accountId)
    .where('currency', '=', currency)
    .where('state', '=', 'active')
}

/** The bonus that a player plays through in a currency, as it is now; undefined when there is none. */
export function readActiveAward(tx: BrandTransaction, of: AwardHolder): Promise<AwardRow | undefined> {
  return activeAward(tx, of).executeTakeFirst()
}

/** The same, locked until the end of the transaction: to be called with the accounts of the player locked. */
export function lockActiveAward(tx: BrandTransaction, of: AwardHolder): Promise<AwardRow | undefined> {
  return activeAward(tx, of).forNoKeyUpdate().executeTakeFirst()
}

/** An award of a player, locked until the end of the transaction; undefined when there is none of that number. */
export function lockAward(tx: BrandTransaction, accountId: number, awardId: number): Promise<AwardRow | undefined> {
  return tx
    .select('promo_award')
    .selectAll('promo_award')
    .where('account_id', '=', accountId)
    .where('award_id', '=', awardId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
