import { type FormEvent, useId, useState } from 'react'
import { joinReferral } from '#calls/promo/referral.calls.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { Button } from '#renderers/site/Button.tsx'
import { Icon } from '#renderers/site/Icon.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { ReferralAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { Panel } from '../../page/office/OfficeParts.tsx'
import { daysText, shareText } from '../promo-text.ts'
import { RuleList } from './RuleList.tsx'
import styles from './referral.module.css'

/** Props of {@link JoinPanel}. */
export interface JoinPanelProps {
  readonly referral: ReferralAnswer
  readonly onJoined: (referral: ReferralAnswer) => void
}

/** What the programme offers, its rules, and the way in. */
export function JoinPanel({ referral, onJoined }: JoinPanelProps) {
  const app = useApp()
  const t = useText()
  const id = useId()
  const [hasAgreed, setAgreed] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { terms } = referral

  async function join(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    if (!hasAgreed) return setError(t('referral.join_needed'))
    setBusy(true)
    try {
      onJoined(await app.call(joinReferral, { body: { hasAgreed } }))
    } catch (failure) {
      const { code, params } = readFailure(failure)
      setError(t(code, { ...params }))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Panel className={styles.panel}>
      <header className={styles.hero}>
        <span className={styles.mark}>
          <Icon name="users" size={24} />
        </span>
        <div>
          <h2 className={styles.heading}>{t('referral.join_title')}</h2>
          <p className={styles.text}>
            {t('referral.join_text', { share: shareText(app, terms.shareE4), time: daysText(app, terms.earnForMs) })}
          </p>
        </div>
      </header>
      <RuleList referral={referral} />
      <form className={styles.form} noValidate onSubmit={(event) => void join(event)}>
        <label className={styles.agree}>
          <input
            type="checkbox"
            checked={hasAgreed}
            aria-invalid={error !== null}
            aria-describedby={error === null ? undefined : `${id}-error`}
            onChange={({ target }) => {
              setAgreed(target.checked)
              setError(null)
            }}
          />
          <span>{t('referral.join_agree')}</span>
        </label>
        {error === null ? null : (
          <p id={`${id}-error`} role="alert" className={styles.warning}>
            {error}
          </p>
        )}
        <div>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {t('referral.join')}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
