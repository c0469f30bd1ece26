import type { BlackjackView } from '#schemas'
import { useText } from '../../site/texts.tsx'
import { endOf } from './BlackjackHand.tsx'

/** Says in words where a round of blackjack is: whose turn it is, or how each hand has ended. */
export function useBlackjackStatus(money: (minor: number) => string): (view: BlackjackView) => string {
  const t = useText()
  return ({ dealer, hands, insurance }) => {
    const dealerTotal = t('casino.blackjack_dealer_has', { total: dealer.total })
    if (insurance.isOffered) return `${dealerTotal} ${t('casino.blackjack_insure_question')}`
    const turn = hands.findIndex(({ state }) => state === 'playing')
    const playing = hands[turn]
    if (playing) return `${t('casino.blackjack_turn', { number: turn + 1, total: playing.total })} ${dealerTotal}`
    const ends = hands.map((hand, place) => {
      const end = endOf(hand)
      const told = { number: place + 1, total: hand.total, result: end ? t(`casino.hand_${end}`) : '' }
      if (hand.payMinor === 0) return t('casino.blackjack_ended', told)
      return t('casino.blackjack_ended_paid', { ...told, amount: money(hand.payMinor) })
    })
    const insured =
      insurance.payMinor > 0 ? [t('casino.blackjack_insurance_paid', { amount: money(insurance.payMinor) })] : []
    return [dealerTotal, ...ends, ...insured].join(' ')
  }
}
