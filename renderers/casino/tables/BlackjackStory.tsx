import { useText } from '#renderers/site/texts.tsx'
import type { BlackjackView, GameStake } from '#schemas'
import { RoundStepHead, RoundStory } from '../RoundStory.tsx'
import { endOf } from './BlackjackHand.tsx'
import styles from './BlackjackStory.module.css'
import { handOwners } from './blackjack-seats.ts'
import { SUITS } from './CardFace.tsx'
import { useCardName } from './use-card-name.ts'

/** Props of {@link BlackjackStory}. */
export interface BlackjackStoryProps {
  readonly view: BlackjackView
  /** What was staked on the boxes before a card was dealt. */
  readonly stakes: readonly GameStake[]
  /** Writes an amount of minor units. */
  readonly money: (minor: number) => string
}

type Hand = BlackjackView['hands'][number]

/** A round of blackjack in words: what the dealer had, what was done with each hand and what it came to, and the insurance. */
export function BlackjackStory({ view, stakes, money }: BlackjackStoryProps) {
  const t = useText()
  const { dealer, hands, insurance } = view
  const owners = handOwners(hands)
  return (
    <RoundStory>
      <h3>{t('casino.blackjack_hands')}</h3>
      <ol>
        {hands.map((hand, place) => (
          <li key={owners[place]}>
            <Ended title={titleOf(hand, place)} end={endText(hand)} payMinor={hand.payMinor} money={money} />
            <Cards cards={hand.cards} total={hand.total} />
            <ul className={styles.facts}>
              {deedsOf(hand, { hands, stakes }).map((deed) => (
                <li key={deed}>{t(`casino.story_${deed}`, { amount: money(hand.stakeMinor) })}</li>
              ))}
            </ul>
          </li>
        ))}
        {insurance.stakeMinor > 0 ? (
          <li>
            <Ended
              title={t('casino.blackjack_insurance')}
              end={t(insurance.payMinor > 0 ? 'casino.hand_won' : 'casino.hand_lost')}
              {...{ payMinor: insurance.payMinor, money }}
            />
            <p>
              {insurance.payMinor > 0
                ? t('casino.story_insurance_paid', { amount: money(insurance.stakeMinor) })
                : t('casino.story_insurance_lost', { amount: money(insurance.stakeMinor) })}
            </p>
          </li>
        ) : null}
        <li>
          <RoundStepHead>
            <span>{t('casino.dealer')}</span>
          </RoundStepHead>
          <Cards cards={dealer.cards} total={dealer.total} />
        </li>
      </ol>
    </RoundStory>
  )

  function titleOf({ box }: Hand, place: number): string {
    return `${t('casino.blackjack_box', { box })} · ${t('casino.blackjack_hand', { number: place + 1 })}`
  }

  function endText(hand: Hand): string {
    const end = endOf(hand)
    return end ? t(`casino.hand_${end}`) : ''
  }
}

/** What was done with a hand beyond taking cards, and what was staked on it in the end. */
function deedsOf(
  { box, stakeMinor }: Hand,
  { hands, stakes }: { readonly hands: readonly Hand[]; readonly stakes: readonly GameStake[] },
): readonly ('staked' | 'split' | 'doubled')[] {
  const isSplit = hands.filter((hand) => hand.box === box).length > 1
  const first = stakes.find(({ on }) => on === `box${box}`)?.amountMinor ?? stakeMinor
  return [...(isSplit ? (['split'] as const) : []), stakeMinor > first ? 'doubled' : 'staked']
}

interface EndedProps {
  readonly title: string
  readonly end: string
  readonly payMinor: number
  readonly money: (minor: number) => string
}

function Ended({ title, end, payMinor, money }: EndedProps) {
  return (
    <RoundStepHead>
      <span>{title}</span>
      <span>{end}</span>
      <strong>{payMinor > 0 ? money(payMinor) : ''}</strong>
    </RoundStepHead>
  )
}

const RANKS: Readonly<Record<string, string>> = { T: '10' }

/** Cards in the order in which they came, and what they are worth together. */
function Cards({ cards, total }: { readonly cards: readonly string[]; readonly total: number }) {
  const nameOf = useCardName()
  return (
    <p className={styles.cards} dir="ltr">
      {cards.map((card, place) => {
        const [rank = '', suit = ''] = card
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a shoe has equal cards, whose only name is their place
          <span key={place} role="img" aria-label={nameOf(card)} data-suit={suit}>
            {RANKS[rank] ?? rank}
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d={SUITS[suit]} fill="currentColor" />
            </svg>
          </span>
        )
      })}
      <strong>{total}</strong>
    </p>
  )
}
