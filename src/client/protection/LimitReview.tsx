import { useEffect, useState } from 'react'
import { getPlaySession } from '#calls/limits.calls.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PlayerSummary } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { offeredPath } from '../page/paths.ts'
import { report } from '../page/report.ts'
import { isReviewAnswered, keepReviewAnswered } from './acknowledged-checks.ts'
import styles from './session-clock.module.css'

/** Asks a player on every page to look over limits that they have not thought of for long, with a way to them, until they have gone there or
 *  put it off for this session (RG-9). */
export function LimitReview({ player: { userId } }: { readonly player: PlayerSummary }) {
  const app = useApp()
  const t = useText()
  const [startedAt, setStartedAt] = useState<string | null>(null)
  const limits = offeredPath(app, 'office_responsible')
  const { call } = app

  useEffect(() => {
    let isGone = false
    call(getPlaySession, {}).then(
      (session) => {
        const isAsked = session.isReviewDue && !isReviewAnswered(userId, session.startedAt)
        if (!isGone && isAsked) setStartedAt(session.startedAt)
      },
      (error: unknown) => {
        const { code } = readFailure(error)
        // Who was signed out meanwhile is asked when they come back.
        if (code !== 'access.denied') report('limit_review.failed', { error: code })
      },
    )
    return () => {
      isGone = true
    }
  }, [call, userId])

  if (startedAt === null || !limits) return null
  const answer = () => {
    keepReviewAnswered(userId, startedAt)
    setStartedAt(null)
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
