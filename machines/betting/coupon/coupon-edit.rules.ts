import { minorToDecimal } from '#machines/money/amount.rules.ts'
import type { Coupon, CouponEdit, CouponFreebet, CouponToken } from '#schemas'
import { isCouponEdit as isEdit } from '#schemas/generated/validators/betting.js'
import { type CouponChange, fitted, relatedOutcomes, withEntries, without } from './coupon-entries.rules.ts'
import type { CouponTerms } from './coupon-terms.rules.ts'
import { isPossible } from './coupon-types.rules.ts'
import { agreed } from './price-policy.rules.ts'

/** The result of a player's action. What a brand does not offer, and a type that the outcomes do not allow, is
 *  refused with a notice and changes nothing; an event that is not an edit changes nothing either. */
export function editCoupon(coupon: Coupon, edit: CouponEdit, terms: CouponTerms): CouponChange {
  if (!isEdit(edit)) return { coupon, notice: { code: 'not_allowed' } }
  const refusal = refusalOf(coupon, edit, terms)
  return refusal ? { coupon, notice: { code: refusal } } : { coupon: edited(coupon, edit, terms), notice: null }
}

function refusalOf(
  coupon: Coupon,
  edit: CouponEdit,
  terms: CouponTerms,
): NonNullable<CouponChange['notice']>['code'] | null {
  switch (edit.kind) {
    case 'type_chosen':
      return isPossible(edit, coupon.entries.length, terms) ? null : 'type_impossible'
    case 'promo_typed':
    case 'freebet_chosen':
    case 'token_chosen':
      return terms.isPromoAllowed ? null : 'not_allowed'
    case 'one_click_set':
      return terms.isOneClickAllowed ? null : 'not_allowed'
    case 'auto_bet_set':
      return terms.isAutoBetAllowed ? null : 'not_allowed'
    case 'advance_set':
      return terms.isAdvanceAllowed ? null : 'not_allowed'
    default:
      return null
  }
}

function edited(coupon: Coupon, edit: CouponEdit, terms: CouponTerms): Coupon {
  const { entries } = coupon
  switch (edit.kind) {
    case 'entry_removed':
      return withEntries(coupon, without(entries, [edit.outcomeId]), terms)
    case 'cleared':
      return withEntries(coupon, [], terms)
    case 'conflicts_resolved':
      return withEntries(coupon, without(entries, relatedOutcomes(entries)), terms)
    case 'prices_accepted':
      return { ...coupon, entries: entries.map(agreed) }
    case 'type_chosen':
      return fitted(typed(coupon, edit), terms)
    case 'sizes_chosen':
      return fitted({ ...coupon, sizes: edit.sizes }, terms)
    case 'lobby_chosen':
      return fitted({ ...coupon, lobbyOutcomeId: edit.outcomeId }, terms)
    case 'blocks_chosen':
      return fitted({ ...coupon, blocks: edit.blocks }, terms)
    default:
      return filledIn(coupon, edit, terms)
  }
}

/** The edits that concern no outcome: stakes and choices. */
type FillingIn = Exclude<
  CouponEdit,
  {
    readonly kind:
      | 'entry_removed'
      | 'cleared'
      | 'conflicts_resolved'
      | 'prices_accepted'
      | 'type_chosen'
      | 'sizes_chosen'
      | 'lobby_chosen'
      | 'blocks_chosen'
  }
>

function filledIn(coupon: Coupon, edit: FillingIn, terms: CouponTerms): Coupon {
  switch (edit.kind) {
    case 'stake_typed':
      return edit.key === undefined
        ? { ...withFreebet(coupon, undefined, terms), stakeText: edit.text }
        : { ...coupon, stakeTexts: { ...coupon.stakeTexts, [edit.key]: edit.text } }
    case 'stake_pressed':
      return { ...withFreebet(coupon, undefined, terms), stakeText: minorToDecimal(edit.stakeMinor, terms.exponent) }
    case 'one_stake_chosen':
      return { ...coupon, hasOneStake: edit.hasOneStake }
    case 'policy_chosen':
      return { ...coupon, pricePolicy: edit.policy }
    case 'promo_typed':
      return { ...withoutToken(withFreebet(coupon, undefined, terms)), promo: edit.promo }
    case 'freebet_chosen':
      return withFreebet(withoutToken(coupon), edit.freebet, terms)
    case 'token_chosen':
      return withToken(coupon, edit.token, terms)
    case 'one_click_set':
      return { ...coupon, isOneClick: edit.isOn, oneClickStakeText: edit.text }
    case 'auto_bet_set':
      return { ...coupon, isAutoBet: edit.isOn, autoBetCf: edit.text, isDroppedOnScore: edit.isDroppedOnScore }
    case 'advance_set':
      return { ...coupon, isAdvance: edit.isOn }
  }
}

/** The coupon with its stake paid by a free bet, which is staked as a whole; or by none any more, and then its stake is still to come. */
function withFreebet(
  { freebet: former, ...coupon }: Coupon,
  freebet: CouponFreebet | undefined,
  { exponent }: CouponTerms,
): Coupon {
  if (freebet === undefined) return former ? { ...coupon, promo: '', stakeText: '' } : coupon
  const stakeText = minorToDecimal(freebet.stakeMinor, exponent)
  return { ...coupon, freebet, promo: freebet.code, stakeText, hasOneStake: true, isAdvance: false }
}

/** The coupon with something put on its bet, which names it by its code; or with nothing any more. */
function withToken(coupon: Coupon, token: CouponToken | undefined, terms: CouponTerms): Coupon {
  const plain = withoutToken(withFreebet(coupon, undefined, terms))
  return token === undefined ? plain : { ...plain, token, promo: token.code, isAdvance: false }
}

function withoutToken({ token, ...coupon }: Coupon): Coupon {
  return token ? { ...coupon, promo: '' } : coupon
}

function typed(
  { cover: _former, ...coupon }: Coupon,
  { betType, cover }: Extract<CouponEdit, { readonly kind: 'type_chosen' }>,
): Coupon {
  return { ...coupon, betType, isTypeChosen: true, ...(cover === undefined ? {} : { cover }) }
}
