import { type FormEvent, useId } from 'react'
import { requestPasswordReset } from '#calls/security.calls.ts'
import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../app/app-context.ts'
import styles from './entry.module.css'
import { useSending } from './use-sending.ts'

/** Props of {@link AskForReset}. */
export interface AskForResetProps {
  readonly login: string
  /** Whether somebody is here because their link works no longer. */
  readonly isGone: boolean
  readonly onChange: (login: string) => void
  readonly onAsked: () => void
}

/** Who has forgotten the password: sends a link and a code. */
export function AskForReset({ login, isGone, onChange, onAsked }: AskForResetProps) {
  const { call } = useApp()
  const t = useText()
  const id = useId()
  const { isBusy, errorAt, refuse, send } = useSending<'login'>(id, {})
  const error = errorAt('login')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (login.trim() === '') return refuse({ at: 'login', text: t('required', { label: t('account.login') }) })
    if (await send(() => call(requestPasswordReset, { body: { login: login.trim() } }))) onAsked()
  }
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {isGone ? (
        <p className={styles.failure} role="alert">
          {t('security.reset_link_gone')}
        </p>
      ) : null}
      <p className={styles.lead}>{t('security.reset_text')}</p>
      <div className={styles.field}>
        <label className={styles.label} htmlFor={`${id}-login`}>
          {t('account.login')}
        </label>
        <input
          id={`${id}-login`}
          className={styles.input}
          value={login}
          onChange={(event) => onChange(event.target.value)}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          dir="auto"
          aria-invalid={error !== null}
          aria-describedby={`${id}-login-note`}
        />
        <p id={`${id}-login-note`} className={error ? styles.error : styles.note} role={error ? 'alert' : undefined}>
          {error ?? t('account.login_help')}
        </p>
      </div>
      {errorAt('form') ? (
        <p className={styles.failure} role="alert">
          {errorAt('form')}
        </p>
      ) : null}
      <Button kind="primary" size="large" isWide type="submit" isBusy={isBusy}>
        {t('security.reset_ask')}
      </Button>
    </form>
  )
}
