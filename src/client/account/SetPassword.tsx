import { type FormEvent, useId, useState } from 'react'
import { resetPassword } from '#calls/security.calls.ts'
import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../app/app-context.ts'
import { CodeInput } from './CodeInput.tsx'
import styles from './entry.module.css'
import { NewPassword, NO_PASSWORD, PASSWORD_PLACES, type PasswordLine, passwordGap } from './NewPassword.tsx'
import { useSending } from './use-sending.ts'

/** Props of {@link SetPassword}. */
export interface SetPasswordProps {
  /** The token of the link; without one the code that was sent to the login is asked for. */
  readonly proof: { readonly token: string } | { readonly login: string }
  readonly onDone: () => void
  /** The player wants to ask anew. */
  readonly onBack: () => void
}

/** Sets a forgotten password anew. */
export function SetPassword({ proof, onDone, onBack }: SetPasswordProps) {
  const { call } = useApp()
  const t = useText()
  const id = useId()
  const asksCode = 'login' in proof
  const [code, setCode] = useState('')
  const [typed, setTyped] = useState(NO_PASSWORD)
  const { isBusy, errorAt, refuse, send } = useSending<PasswordLine | 'code'>(id, {
    ...PASSWORD_PLACES,
    ...(asksCode ? { 'activation.invalid': { at: 'code' }, 'activation.too_many_attempts': { at: 'code' } } : {}),
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (asksCode && code.trim() === '')
      return refuse({ at: 'code', text: t('required', { label: t('security.reset_code') }) })
    const gap = passwordGap(typed)
    if (gap) return refuse({ at: gap.at, text: t(gap.key, gap.label ? { label: t(gap.label) } : {}) })
    const attributes = {
      ...(asksCode ? { login: proof.login.trim(), code: code.trim() } : proof),
      password: typed.password,
      password_confirmation: typed.repeated,
    }
    if (await send(() => call(resetPassword, { body: { data: { attributes } } }))) onDone()
  }
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {asksCode ? (
        <>
          <p className={styles.notice} role="status">
            {t('security.reset_sent')}
          </p>
          <CodeInput
            id={`${id}-code`}
            label={t('security.reset_code')}
            value={code}
            help={t('security.reset_code_help')}
            error={errorAt('code')}
            isNumeric
            onChange={setCode}
          />
        </>
      ) : null}
      <NewPassword id={id} value={typed} errorAt={errorAt} onChange={setTyped} />
      {errorAt('form') ? (
        <p className={styles.failure} role="alert">
          {errorAt('form')}
        </p>
      ) : null}
      <Button kind="primary" size="large" isWide type="submit" isBusy={isBusy}>
        {t('security.reset_set')}
      </Button>
      <Button kind="plain" isWide onClick={onBack}>
        {t('security.reset_again')}
      </Button>
    </form>
  )
}
