import { type FormEvent, useEffect, useId, useState } from 'react'
import { activate, sendActivationMail } from '#calls/account.calls.ts'
import { AppError } from '#calls/app-error.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { countdownText } from '#renderers/forms/phone-code-button/countdown.selectors.ts'
import { Button } from '#renderers/site/Button.tsx'
import { FormLine } from '#renderers/site/FormLine.tsx'
import { useLanguage, useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { shellPort } from '../../page/shell-port.ts'
import styles from './entry.module.css'

const SECOND_MS = 1000

export interface ActivationFormProps {
  /** Whose mail holds the code. */
  readonly userId: number
  /** Seconds until another mail may be asked for, where one was just sent. */
  readonly waitSeconds?: number
  readonly onActivated: () => void
  /** The player wants another mail, which is sent. */
  readonly onAnotherAsked?: () => void
  /** Leads back to the form of the sign-in, where it came from there. */
  readonly onBack?: () => void
}

/** The code of the activation mail, and a way to get another one. */
export function ActivationForm(props: ActivationFormProps) {
  const { userId, waitSeconds = 0, onActivated, onAnotherAsked, onBack } = props
  const { call, site } = useApp()
  const t = useText()
  const id = useId()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { codeLength } = site.config.auth
  const { language } = useLanguage()
  const [secondsLeft, setSecondsLeft] = useCountdown(waitSeconds)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '') return setError(t('required', { label: t('account.activation_code') }))
    setBusy(true)
    setError(null)
    try {
      await call(activate, { body: { data: { attributes: { userId, code: code.trim() } } } })
      onActivated()
    } catch (failure) {
      setError(messageOf(failure, t))
      setBusy(false)
    }
  }
  const resend = async () => {
    onAnotherAsked?.()
    try {
      const { retryAfterSeconds } = await call(sendActivationMail, { body: { userId } })
      setSecondsLeft(retryAfterSeconds)
      shellPort.notify({ id: 'activation-sent', kind: 'success', text: 'account.activation_sent' })
    } catch (failure) {
      setSecondsLeft(readFailure(failure).retryAfterSeconds)
      setError(messageOf(failure, t))
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <FormLine
        keepsNote
        id={id}
        label={t('account.activation_code')}
        help={t('account.activation_code_help', { length: codeLength })}
        error={error}
      >
        <input
          id={id}
          className={styles.input}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          inputMode="numeric"
          autoComplete="one-time-code"
          dir="ltr"
          maxLength={codeLength + 2}
          aria-invalid={error !== null}
          aria-describedby={`${id}-note`}
        />
      </FormLine>
      <Button kind="primary" size="large" isWide type="submit" isBusy={isBusy}>
        {t('account.activate')}
      </Button>
      <Button kind="plain" isWide type="button" disabled={secondsLeft > 0} onClick={() => void resend()}>
        {secondsLeft > 0
          ? t('code.resend_in', { time: countdownText(secondsLeft, language) })
          : t('account.activation_resend')}
      </Button>
      {onBack ? (
        <Button kind="plain" isWide onClick={onBack}>
          {t('account.password_way')}
        </Button>
      ) : null}
    </form>
  )
}

/** Counts seconds down. @returns the seconds left, and a function that starts a new count */
function useCountdown(seconds: number): readonly [number, (seconds: number) => void] {
  const [secondsLeft, setSecondsLeft] = useState(seconds)
  useEffect(() => {
    if (secondsLeft === 0) return
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), SECOND_MS)
    return () => clearTimeout(timer)
  }, [secondsLeft])
  return [secondsLeft, setSecondsLeft]
}

/** What to tell a player about a failure, in the words of its code. */
export function messageOf(
  failure: unknown,
  t: (key: string, params?: Record<string, string | number>) => string,
): string {
  const error = failure instanceof AppError ? failure : new AppError('main_error_server')
  return t(error.code, { ...error.params })
}
