import { type FormEvent, useId } from 'react'
import type { PasswordContext } from '#machines/account/sign-in/password.machine.ts'
import { Button } from '#renderers/site/Button.tsx'
import { FormInput } from '#renderers/site/FormLine.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PasswordEvent } from '#schemas'
import { FormFailure } from '../FormFailure.tsx'
import styles from './entry.module.css'
import { NewPassword } from './NewPassword.tsx'
import { usePasswordFault } from './use-password.ts'

/** What the panels of a forgotten password are given. */
export interface PasswordPanelProps {
  readonly context: PasswordContext
  readonly isBusy: boolean
  readonly onEvent: (event: PasswordEvent) => void
}

/** Resets a forgotten password: by the link, or else by the code that was sent to the login. */
export function SetPassword({ context, isBusy, onEvent }: PasswordPanelProps) {
  const t = useText()
  const id = useId()
  const { code, password, repeated, token, fault } = context
  const errorAt = usePasswordFault(id, fault)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onEvent({ type: 'form.submitted' })
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {token === null ? (
        <>
          <p className={styles.notice} role="status">
            {t('security.reset_sent')}
          </p>
          <FormInput
            keepsNote
            purpose="code"
            id={`${id}-code`}
            label={t('security.reset_code')}
            value={code}
            help={t('security.reset_code_help')}
            error={errorAt('code')}
            inputMode="numeric"
            onChange={(text) => onEvent({ type: 'line.changed', line: 'code', text })}
          />
        </>
      ) : null}
      <NewPassword
        id={id}
        password={password}
        repeated={repeated}
        errorAt={errorAt}
        onChange={(line, text) => onEvent({ type: 'line.changed', line, text })}
      />
      <FormFailure text={errorAt('form')} />
      <Button kind="primary" size="large" isWide type="submit" isBusy={isBusy}>
        {t('security.reset_set')}
      </Button>
      <Button kind="plain" isWide onClick={() => onEvent({ type: 'back.pressed' })}>
        {t('security.reset_again')}
      </Button>
    </form>
  )
}
