import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { mailBetHistory } from '#calls/betting.calls.ts'
import { type Failure, readFailure } from '#machines/shell/failure.rules.ts'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { MailBetHistoryAnswer } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { OfficePage } from '../page/office/OfficePage.tsx'
import { offeredPath } from '../page/paths.ts'
import type { LoadedScreen, ScreenRequest } from '../page/screen.ts'
import { HistoryFilter } from './HistoryFilter.tsx'
import styles from './history.module.css'
import { filterOf } from './history.selectors.ts'

/** Loads nothing: which bets are mailed is chosen on the page. */
export function loadScreen({ app }: ScreenRequest): LoadedScreen<null> {
  return { meta: () => ({ title: app.texts.t('history.mail_title'), isPrivate: true }), data: null }
}

/** A statement of bets by mail (OFF-3). */
export function Screen() {
  const app = useApp()
  const t = useText()
  const [search] = useSearchParams()
  const [isBusy, setBusy] = useState(false)
  const [sent, setSent] = useState<MailBetHistoryAnswer | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const history = offeredPath(app, 'office_history')
  const email = failure?.code === 'mailing.no_email' ? offeredPath(app, 'office_email_change') : null
  const send = async () => {
    setBusy(true)
    setFailure(null)
    setSent(null)
    try {
      setSent(await app.call(mailBetHistory, { body: filterOf(search) }))
    } catch (error) {
      setFailure(readFailure(error))
    }
    setBusy(false)
  }
  return (
    <OfficePage title={t('history.mail_title')} text={t('history.mail_text')}>
      <HistoryFilter path={offeredPath(app, 'office_bets_history_mail') ?? '?'} />
      <div className={styles.panel}>
        {sent === null ? null : (
          <p role="status">
            {sent.sentBets === 0
              ? t('history.mail_none')
              : t('history.mail_sent', { number: sent.sentBets, total: sent.totalBets })}
          </p>
        )}
        {failure === null ? null : <p role="alert">{t(failure.code, failure.params)}</p>}
        <div className={styles.buttons}>
          <Button kind="primary" icon="mail" isBusy={isBusy} onClick={() => void send()}>
            {t('history.mail')}
          </Button>
          {email ? <ButtonLink to={email}>{t('office.email')}</ButtonLink> : null}
          {history ? <ButtonLink to={history}>{t('history.back')}</ButtonLink> : null}
        </div>
      </div>
    </OfficePage>
  )
}
