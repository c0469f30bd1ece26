import { useState } from 'react'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PlayerSummary, PlaySessionAnswer } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { offeredPath } from '../page/paths.ts'
import { isReviewAnswered, keepReviewAnswered } from './acknowledged-checks.ts'
import styles from './session-clock.module.css'

/** Props of {@link LimitReview}. */
export interface LimitReviewProps {
  readonly player: PlayerSummary
  readonly session: Pick<PlaySessionAnswer, 'startedAt'>
}

/** Asks a player on every page to look over limits that they have not thought of for long, with a way to them, until they have gone there or
 *  put it off for this session (RG-9). */
export function LimitReview({ player: { userId }, session: { startedAt } }: LimitReviewProps) {
  const app = useApp()
  const t = useText()
  const [isAnswered, setAnswered] = useState(() => isReviewAnswered(userId, startedAt))
  const limits = offeredPath(app, 'office_responsible')
  if (isAnswered || !limits) return null
  const answer = () => {
    keepReviewAnswered(userId, startedAt)
    setAnswered(true)
  }
  return (
    <aside className={styles.review} aria-label={t('shell.review_title')}>
      <p>{t('shell.review_text')}</p>
      <p className={styles.ways}>
        <ButtonLink to={limits} onClick={answer}>
          {t('shell.review_look')}
        </ButtonLink>
        <Button kind="plain" onClick={answer}>
          {t('shell.review_later')}
        </Button>
      </p>
    </aside>
  )
}
