import { useState } from 'react'
import { SAMPLE_TERMS, sampleEntry } from '#machines/betting/coupon/coupon.contract.ts'
import { editCoupon } from '#machines/betting/coupon/coupon-edit.rules.ts'
import { emptyCoupon, fitted } from '#machines/betting/coupon/coupon-entries.rules.ts'
import { type CouponState, newCouponState } from '#machines/betting/coupon/coupon-state.rules.ts'
import type { CouponTerms } from '#machines/betting/coupon/coupon-terms.rules.ts'
import { sidesOf } from '#machines/feed/board/game-names.rules.ts'
import { decimalToMinor, formatAmount } from '#machines/money/amount.rules.ts'
import { formatNumbersIn } from '#machines/money/exact-format.rules.ts'
import { CouponPanel, type CouponPanelProps } from '#renderers/betting/coupon/CouponPanel.tsx'
import type { CouponLook } from '#renderers/betting/coupon/coupon.selectors.ts'
import type { Coupon, CouponEntry, CouponEvent } from '#schemas'

const EURO = { symbol: '€', exponent: 2 }
/** How the stories write amounts and times. */
export const LOOK: CouponLook = {
  money: (minor) => formatAmount(minor, EURO, { locale: 'en' }),
  shortMoney: (minor) => formatAmount(minor / 100, { symbol: '€', exponent: 0 }, { locale: 'en', template: '{v}' }),
  price: (decimal) => decimal,
  exact: (text) => formatNumbersIn(text, 'en'),
  amount: (exact) => {
    const minor = decimalToMinor(exact, EURO.exponent)
    return minor === null ? formatNumbersIn(exact, 'en') : LOOK.money(minor)
  },
  time: () => '15.01 / 16:00',
  decimalSeparator: '.',
}
/** A brand that offers nothing beside the bet. */
export const TERMS: CouponTerms = {
  ...SAMPLE_TERMS,
  isPromoAllowed: false,
  isOneClickAllowed: false,
  isSaveLoadAllowed: false,
  isAutoBetAllowed: false,
}

const GAMES = [
  'Arsenal – Chelsea',
  'Real Madrid – Barcelona',
  'Boston Bruins – Toronto Maple Leafs',
  'Sinner – Alcaraz',
]
const ODDS = ['1.85', '2.10', '3.40', '1.62']

/** An outcome of one of the games. */
export function entry(number: number, changes: Partial<CouponEntry> = {}): CouponEntry {
  const odds = ODDS[number - 1] ?? '2.00'
  const game = GAMES[number - 1] ?? ''
  const names = {
    game,
    market: number === 3 ? 'Total' : 'Match result',
    outcome: number === 3 ? 'Over 5.5' : (sidesOf(game)?.home ?? ''),
  }
  return sampleEntry(number, { odds, agreedOdds: odds, names, ...changes })
}

/** The coupon of a player, filled in. */
export function filled(
  entries: readonly CouponEntry[],
  changes: Partial<Coupon> = {},
  terms: CouponTerms = TERMS,
): CouponState {
  const state = newCouponState(terms, 7001)
  const coupon = { ...emptyCoupon(terms, 7001), entries: [...entries], stakeText: '20', ...changes }
  return { ...state, coupon: fitted({ ...coupon, isTypeChosen: changes.betType !== undefined }, terms) }
}

/** The panel with a coupon that follows what is done to it. */
export function CouponStory({ state, ...props }: CouponPanelProps) {
  const [played, setPlayed] = useState(state)
  const onEvent = (event: CouponEvent): void => {
    props.onEvent(event)
    if (event.type === 'coupon.edited')
      setPlayed((former) => ({ ...former, ...editCoupon(former.coupon, event.edit, former.terms) }))
  }
  return (
    <div style={{ maxInlineSize: 360 }}>
      <CouponPanel {...props} state={played} onEvent={onEvent} />
    </div>
  )
}
