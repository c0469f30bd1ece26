import { useText } from '../../site/texts.tsx'

const RANKS = {
  ...{ 2: '2', 3: '3', 4: '4', 5: '5', 6: '6', 7: '7', 8: '8', 9: '9', T: '10' },
  ...{ J: 'jack', Q: 'queen', K: 'king', A: 'ace' },
} as const

const SUIT_NAMES = { c: 'clubs', d: 'diamonds', h: 'hearts', s: 'spades' } as const

/** Names cards for those who do not see them: `'Ah'` → `Ace of hearts`, null → the name of a card's back. */
export function useCardName(): (card: string | null) => string {
  const t = useText()
  return (card) => {
    const rank = RANKS[card?.[0] as keyof typeof RANKS]
    const suit = SUIT_NAMES[card?.[1] as keyof typeof SUIT_NAMES]
    if (!rank || !suit) return t('casino.card_back')
    return t('casino.card', {
      rank: t(`casino.rank_${rank}`),
      suit: t(`casino.suit_${suit}`),
    })
  }
}
