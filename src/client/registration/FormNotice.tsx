import type { ReactNode } from 'react'
import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import styles from './registration.module.css'
import type { RunningRegistration } from './use-registration.ts'

/** Props of {@link FormNotice}. */
export interface FormNoticeProps {
  readonly registration: Pick<
    RunningRegistration,
    'form' | 'failure' | 'lapse' | 'isConfirming' | 'isRenewing' | 'hasFailed'
  >
}

/** Where a form stands that is neither being filled in nor sent: it waits for a confirmation, something has lapsed, or sending
 *  it has failed. Each time one button leads on, and no answer is lost. */
export function FormNotice({ registration }: FormNoticeProps) {
  const { form, failure, lapse, isConfirming, isRenewing, hasFailed } = registration
  const t = useText()
  if (isConfirming) {
    const giveUp = () => form.send({ type: 'confirmation.given_up' })
    return (
      <Notice tone="info" text={t('forms.confirming')}>
        <Button kind="quiet" type="button" onClick={giveUp}>
          {t('forms.confirming_give_up')}
        </Button>
      </Notice>
    )
  }
  if (lapse) {
    return (
      <Notice
        tone="warning"
        text={t(`forms.expired_${lapse.kind}`)}
        failure={failure && t(failure.code, failure.params)}
      >
        <Button
          kind="primary"
          type="button"
          isBusy={isRenewing}
          onClick={() => form.send({ type: 'renewal.requested' })}
        >
          {t(`forms.renew_${lapse.kind}`)}
        </Button>
      </Notice>
    )
  }
  if (!hasFailed || !failure) return null
  return (
    <Notice tone="negative" text={t(failure.code, failure.params)}>
      <Button kind="quiet" type="button" onClick={() => form.send({ type: 'retry.pressed' })}>
        {t('shell.retry')}
      </Button>
    </Notice>
  )
}

interface NoticeProps {
  readonly tone: 'info' | 'warning' | 'negative'
  readonly text: string
  readonly failure?: string | null
  readonly children: ReactNode
}

function Notice({ tone, text, failure = null, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'info' ? 'status' : 'alert'}>
      <p>{text}</p>
      {failure === null ? null : <p>{failure}</p>}
      {children}
    </div>
  )
}
