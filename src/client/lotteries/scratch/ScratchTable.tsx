import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { ScratchFields } from '#renderers/lotteries/ScratchFields.tsx'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { ScratchCard, ScratchOffer } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import { moneyText } from '../../page/money-text.ts'
import { offeredPath } from '../../page/paths.ts'
import { usePlayer } from '../../page/player.tsx'
import { newGuid } from '../../page/request-keys.ts'
import { RefusalWay } from '../live/RefusalWay.tsx'
import styles from './scratch.module.css'
import { useScratchCard } from './use-scratch-card.ts'

/** An amount of a game of scratch cards in the visitor's language. */
export function scratchMoney(
  app: App,
  minor: number,
  { currency, exponent }: Pick<ScratchOffer, 'currency' | 'exponent'>,
): string {
  return moneyText(app, minor / 10 ** exponent, currency)
}

/** Props of {@link ScratchTable}. */
export interface ScratchTableProps {
  readonly offer: ScratchOffer
  /** A card that was bought before and is not scratched yet. */
  readonly card: ScratchCard | undefined
  /** The cards of the player, or the deck, have changed. */
  readonly onChange: () => void
}

/** The card that is bought and scratched (LOT-5, LOT-7). */
export function ScratchTable({ offer, card: first, onChange }: ScratchTableProps) {
  const app = useApp()
  const t = useText()
  const { actor, begin, freeField } = useScratchCard(offer.id, first)
  const { card, fields } = useSelector(actor, (state) => state.context)
  const value = useSelector(actor, (state) => String(state.value))
  useEffect(() => {
    const told = ['card.bought', 'card.revealed'] as const
    const all = told.map((type) => actor.on(type, onChange))
    return () => {
      for (const one of all) one.unsubscribe()
    }
  }, [actor, onChange])
  const amounts = card?.face?.map((minor) => scratchMoney(app, minor, card)) ?? null
  const isScratched = value === 'revealed'
  const won = card && card.payoutMinor > 0 ? scratchMoney(app, card.payoutMinor, card) : null
  return (
    <section className={styles.card} data-look={offer.look} aria-label={offer.name}>
      <header className={styles.cardHead}>
        <h2>{offer.name}</h2>
        <p>
          {card
            ? t('scratch.card_number', { number: card.card })
            : t('scratch.top_prize', { amount: scratchMoney(app, topPrize(offer), offer) })}
        </p>
      </header>
      {card ? (
        <ScratchFields
          key={card.ticketId}
          amounts={amounts}
          free={fields}
          winning={won}
          onBegin={begin}
          onField={freeField}
        />
      ) : (
        <CoveredCard />
      )}
      <p role="status" className={styles.verdict} data-won={(isScratched && won !== null) || undefined}>
        {isScratched
          ? won === null
            ? t('scratch.lost')
            : t('scratch.won', { amount: won })
          : t(card ? 'scratch.scratch_hint' : 'scratch.three_alike')}
      </p>
      <Actions offer={offer} actor={actor} value={value} />
    </section>
  )
}

function topPrize({ prizes, priceMinor }: ScratchOffer): number {
  return Math.floor((priceMinor * Math.max(0, ...prizes.map(({ timesE2 }) => timesE2))) / 100)
}

/** What a card looks like before it is bought. */
function CoveredCard() {
  return (
    <div className={styles.covered} aria-hidden="true">
      {Array.from({ length: 9 }, (_, field) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: fields never change their places
        <span key={field} />
      ))}
    </div>
  )
}

interface ActionsProps {
  readonly offer: ScratchOffer
  readonly actor: ReturnType<typeof useScratchCard>['actor']
  readonly value: string
}

function Actions({ offer, actor, value }: ActionsProps) {
  const app = useApp()
  const t = useText()
  const { player } = usePlayer()
  const failure = useSelector(actor, (state) => state.context.failure)
  const signIn = offeredPath(app, 'login')
  const { priceMinor, deck } = offer
  const ask = () => actor.send({ type: 'card.asked', deck: deck.deckId, priceMinor })
  const buy = (
    <Button kind="primary" size="large" isWide isBusy={value === 'buying'} onClick={ask}>
      {t('scratch.buy', { price: scratchMoney(app, priceMinor, offer) })}
    </Button>
  )
  return (
    <div className={styles.actions}>
      {failure ? (
        <p role="alert" className={styles.warning}>
          {value === 'unsure'
            ? t('scratch.unsure')
            : value === 'sealed'
              ? t('scratch.reveal_failed')
              : t(failure.code, { ...failure.params })}
        </p>
      ) : null}
      {value === 'sealed' || value === 'revealing' || value === 'scratching' ? (
        <Button size="large" isWide isBusy={value === 'revealing'} onClick={() => actor.send({ type: 'all.revealed' })}>
          {t('scratch.reveal_all')}
        </Button>
      ) : value === 'revealed' ? (
        <Button kind="primary" size="large" isWide onClick={() => actor.send({ type: 'next.asked', guid: newGuid() })}>
          {t('scratch.next')}
        </Button>
      ) : value === 'refused' ? (
        <>
          {failure ? <RefusalWay code={failure.code} priceMinor={priceMinor} money={offer} /> : null}
          <Button size="large" isWide onClick={() => actor.send({ type: 'refusal.read' })}>
            {t('scratch.back')}
          </Button>
        </>
      ) : value === 'unsure' ? (
        <Button kind="primary" size="large" isWide onClick={ask}>
          {t('scratch.ask_again')}
        </Button>
      ) : player ? (
        buy
      ) : signIn ? (
        <ButtonLink to={signIn} kind="primary" size="large" isWide>
          {t('scratch.sign_in')}
        </ButtonLink>
      ) : null}
    </div>
  )
}
