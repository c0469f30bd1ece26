import { useState } from 'react'
import { Balls } from '#renderers/lotteries/Balls.tsx'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { BingoProof } from '#schemas'
import { ReceiptLinks } from '../live/ReceiptLinks.tsx'
import styles from './bingo.module.css'

/** All that a round follows from, and a button by which the browser works it out once more without the server (LOT-6). */
export function BingoProofPanel({ proof }: { readonly proof: BingoProof }) {
  const t = useText()
  const [verdict, setVerdict] = useState<string | null>(null)
  const { view, commitment, secondCommitment, root, serverSeed, secondSeed } = proof
  const lines: readonly (readonly [string, string | undefined])[] = [
    [t('bingo.commitment'), commitment],
    [t('bingo.second_commitment'), secondCommitment],
    [t('bingo.root'), root],
    [t('bingo.server_seed'), serverSeed],
    [t('bingo.second_seed'), secondSeed],
  ]
  const verify = async () => {
    const { bingoFault } = await import('#machines/lotteries/bingo/bingo-proof.rules.ts')
    setVerdict(t(bingoFault(proof) ?? 'bingo.proof_right'))
  }
  return (
    <article className={styles.panel}>
      <h2>
        {view.name} · {t('bingo.round', { number: view.number })}
      </h2>
      <Balls label={t('bingo.board')} size="small" numbers={view.called} />
      <p className={styles.quiet}>{t('bingo.proof_text')}</p>
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
          {t('bingo.verify')}
        </Button>
        <ButtonLink to={`?room=${view.room}`}>{t('bingo.back_to_room')}</ButtonLink>
        <ReceiptLinks name={`bingo-${view.roundId}`} receipt={proof} />
      </div>
      <p role="status">{verdict}</p>
    </article>
  )
}
