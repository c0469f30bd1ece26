import { useState } from 'react'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../page/app-context.ts'
import { offeredPath } from '../page/paths.ts'
import styles from './game.module.css'
import type { useGame } from './use-game.ts'

/** Props of {@link Fairness}. */
export interface FairnessProps {
  readonly game: ReturnType<typeof useGame>
  /** Whether rounds are kept in the history. */
  readonly isReal: boolean
}

/** By which seeds the next round is played, and how to ask for others: the hash is there before the round, the seed after it (CAS-11). */
export function Fairness({ game, isReal }: FairnessProps) {
  const app = useApp()
  const t = useText()
  const { fairness, revealed } = game
  const [text, setText] = useState('')
  const history = isReal ? offeredPath(app, 'office_casino') : null
  if (!fairness) return null
  const lines: readonly (readonly [string, string])[] = [
    [t('casino.fair_commitment'), fairness.commitment],
    [t('casino.fair_client_seed'), fairness.clientSeed],
    [t('casino.fair_nonce'), String(fairness.nonce)],
    ...(revealed ? ([[t('casino.fair_server_seed'), revealed.serverSeed]] as const) : []),
  ]
  return (
    <details className={styles.fairness}>
      <summary>{t('casino.fair_title')}</summary>
      <p>{t('casino.fair_text')}</p>
      <dl>
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code>{value}</code>
            </dd>
          </div>
        ))}
      </dl>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          game.changeSeed(text.trim() || fairness.clientSeed)
        }}
      >
        <label>
          <span>{t('casino.fair_own_text')}</span>
          <input value={text} maxLength={64} onChange={({ target }) => setText(target.value)} />
        </label>
        <Button type="submit" disabled={!game.isReady}>
          {t('casino.fair_change')}
        </Button>
      </form>
      {history ? <ButtonLink to={history}>{t('casino.fair_history')}</ButtonLink> : null}
    </details>
  )
}
