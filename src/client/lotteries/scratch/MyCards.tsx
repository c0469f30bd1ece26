import { useState } from 'react'
import { getScratchDeck } from '#calls/lotteries/scratch.calls.ts'
import { Badge, type BadgeKind } from '#renderers/site/Badge.tsx'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { ScratchCard, ScratchCardsAnswer, ScratchDeckProof } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { useInstants } from '../../page/instants.ts'
import { report } from '../../page/report.ts'
import { useCall } from '../../page/use-call.ts'
import { ReceiptLinks } from '../live/ReceiptLinks.tsx'
import { scratchMoney } from './ScratchTable.tsx'
import styles from './scratch.module.css'

const KIND_OF: Readonly<Record<ScratchCard['state'], BadgeKind>> = { sealed: 'info', won: 'positive', lost: 'neutral' }

/** Cards of the player: those to scratch, and of the others what they have won, with a proof in the browser (LOT-7). */
export function MyCards({ answer, page }: { readonly answer: ScratchCardsAnswer; readonly page: number }) {
  const t = useText()
  return (
    <section className={styles.section} id="cards">
      <h2>{t('scratch.my_cards')}</h2>
      {answer.cards.length === 0 ? (
        <EmptyState icon="lottery" title={t('scratch.no_cards')} text={t('scratch.no_cards_text')} />
      ) : (
        <ul className={styles.list}>
          {answer.cards.map((card) => (
            <li key={card.ticketId}>
              <CardOfPlayer card={card} />
            </li>
          ))}
        </ul>
      )}
      {answer.pages > 1 ? (
        <nav className={styles.buttons} aria-label={t('scratch.pages')}>
          {page > 1 ? <ButtonLink to={`?page=${page - 1}`}>{t('scratch.page_before')}</ButtonLink> : null}
          {page < answer.pages ? <ButtonLink to={`?page=${page + 1}`}>{t('scratch.page_after')}</ButtonLink> : null}
        </nav>
      ) : null}
    </section>
  )
}

function CardOfPlayer({ card }: { readonly card: ScratchCard }) {
  const app = useApp()
  const t = useText()
  const write = useInstants()
  const call = useCall()
  const [verdict, setVerdict] = useState<string | null>(null)
  const [proof, setProof] = useState<ScratchDeckProof | null>(null)
  const verify = async () => {
    const found = await call(getScratchDeck, { query: { deck: card.deckId } })
    const { deck, terms } = found
    setProof(found)
    const { scratchCardFault } = await import('#machines/lotteries/scratch/scratch-proof.rules.ts')
    setVerdict(t(scratchCardFault(card, terms, deck.root) ?? 'scratch.card_right'))
  }
  return (
    <article className={styles.mine}>
      <header>
        <h3>{card.name}</h3>
        <Badge kind={KIND_OF[card.state]}>{t(`scratch.state_${card.state}`)}</Badge>
        {card.payoutMinor > 0 ? <strong>{scratchMoney(app, card.payoutMinor, card)}</strong> : null}
      </header>
      <p className={styles.quiet}>
        {t('scratch.card_number', { number: card.card })} · <time dateTime={card.boughtAt}>{write(card.boughtAt)}</time>{' '}
        · {scratchMoney(app, card.priceMinor, card)}
      </p>
      <div className={styles.buttons}>
        {card.state === 'sealed' ? (
          <ButtonLink to={`?game=${card.game}&card=${card.ticketId}`} size="small" kind="primary">
            {t('scratch.scratch_it')}
          </ButtonLink>
        ) : (
          <Button
            size="small"
            onClick={() =>
              void verify().catch((error: unknown) => report('scratch.verify_failed', { error: String(error) }))
            }
          >
            {t('scratch.verify')}
          </Button>
        )}
        <ButtonLink to={`?game=${card.game}&deck=${card.deckId}`} size="small" kind="plain">
          {t('scratch.verify_deck')}
        </ButtonLink>
      </div>
      {verdict ? <p role="status">{verdict}</p> : null}
      {proof ? (
        <p className={styles.buttons}>
          <ReceiptLinks name={`card-${card.ticketId}`} receipt={{ card, deck: proof }} />
        </p>
      ) : null}
    </article>
  )
}
