import { useState } from 'react'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { ScratchDeckProof } from '#schemas'
import { ReceiptLinks } from '../live/ReceiptLinks.tsx'
import styles from './scratch.module.css'

/** All that a deck follows from, and a button by which the browser lays it out once more without the server (LOT-6). */
export function DeckPanel({ proof }: { readonly proof: ScratchDeckProof }) {
  const t = useText()
  const [verdict, setVerdict] = useState<string | null>(null)
  const { deck, terms, game, serverSeed } = proof
  const lines: readonly (readonly [string, string | undefined])[] = [
    [t('scratch.root'), deck.root],
    [t('scratch.commitment'), deck.commitment],
    [t('scratch.secret'), serverSeed],
  ]
  const verify = async () => {
    const { scratchDeckFault } = await import('#machines/lotteries/scratch/scratch-proof.rules.ts')
    setVerdict(t(scratchDeckFault(proof) ?? 'scratch.deck_right'))
  }
  const left = deck.cards - deck.sold
  return (
    <article className={styles.proof}>
      <h2>{terms.name}</h2>
      <p>{t('scratch.deck', { number: deck.number, left, total: deck.cards })}</p>
      <p className={styles.quiet}>{t('scratch.proof_text')}</p>
      <dl>
        {lines.map(([title, value]) =>
          value === undefined ? null : (
            <div key={title}>
              <dt>{title}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
        )}
      </dl>
      <div className={styles.buttons}>
        <Button kind="primary" onClick={() => void verify()}>
          {t('scratch.verify_deck')}
        </Button>
        <ButtonLink to={`?game=${game}`}>{t('scratch.back_to_game')}</ButtonLink>
        <ReceiptLinks name={`deck-${deck.deckId}`} receipt={proof} />
      </div>
      <p role="status">{verdict}</p>
    </article>
  )
}
