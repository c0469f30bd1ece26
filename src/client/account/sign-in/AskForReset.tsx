import { type FormEvent, useId } from 'react'
import { Button } from '#renderers/site/Button.tsx'
import { FormLine } from '#renderers/site/FormLine.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { FormFailure } from '../FormFailure.tsx'
import styles from './entry.module.css'
import type { PasswordPanelProps } from './SetPassword.tsx'
import { usePasswordFault } from './use-password.ts'

/** Props of {@link AskForReset}. */
export interface AskForResetProps extends PasswordPanelProps {
  /** Whether somebody is here because their link works no longer. */
  readonly isGone: boolean
}

/** Who has forgotten the password: sends a link and a code. */
export function AskForReset({ context, isBusy, isGone, onEvent }: AskForResetProps) {
  const t = useText()
  const id = useId()
  const errorAt = usePasswordFault(id, context.fault)
  const error = errorAt('login')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onEvent({ type: 'form.submitted' })
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {isGone ? (
        <p className={styles.failure} role="alert">
          {t('security.reset_link_gone')}
        </p>
      ) : null}
      <p className={styles.lead}>{t('security.reset_text')}</p>
      <FormLine keepsNote id={`${id}-login`} label={t('account.login')} help={t('account.login_help')} error={error}>
        <input
          id={`${id}-login`}
          className={styles.input}
          value={context.login}
          onChange={(event) => onEvent({ type: 'line.changed', line: 'login', text: event.target.value })}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          dir="auto"
          aria-invalid={error !== null}
          aria-describedby={`${id}-login-note`}
        />
      </FormLine>
      <FormFailure text={errorAt('form')} />
      <Button kind="primary" size="large" isWide type="submit" isBusy={isBusy}>
        {t('security.reset_ask')}
      </Button>
    </form>
  )
}
