import { type FormEvent, type ReactNode, useEffect, useId } from 'react'
import type { SignInContext } from '#machines/account/sign-in/sign-in.machine.ts'
import { Button } from '#renderers/site/Button.tsx'
import { FormInput } from '#renderers/site/FormLine.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { SignInEvent } from '#schemas'
import styles from './entry.module.css'

/** Props of {@link SecondStepForm}. */
export interface SecondStepFormProps {
  readonly context: SignInContext
  readonly isBusy: boolean
  readonly onEvent: (event: SignInEvent) => void
  /** Another way to end the sign-in than a code. */
  readonly children?: ReactNode
}

const LEADS = { app: 'two_factor.second_step_text', mail: 'two_factor.mail_step_text' } as const

/** The second step of a sign-in: a code of the app, a recovery code, or a code by mail (AUTH-16). */
export function SecondStepForm({ context, isBusy, onEvent, children }: SecondStepFormProps) {
  const t = useText()
  const id = useId()
  const { code, usesRecovery, factor, formError, failure, waitSeconds } = context
  const label = t(usesRecovery ? 'two_factor.recovery_code' : `two_factor.${factor}_code`)
  const lead = t(usesRecovery ? 'two_factor.recovery_text' : LEADS[factor])
  const failed = failure && waitSeconds === 0 ? t(failure.code, { ...failure.params }) : null

  // biome-ignore lint/correctness/useExhaustiveDependencies: the line is focused when it is replaced or fails
  useEffect(() => {
    document.getElementById(id)?.focus()
  }, [id, usesRecovery, formError, failure])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    onEvent({ type: 'code.submitted' })
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <p className={styles.lead}>{lead}</p>
      <FormInput
        keepsNote
        purpose="code"
        id={id}
        label={label}
        value={code}
        help={usesRecovery ? '' : t(`two_factor.${factor}_code_help`)}
        error={formError === 'code' ? t('required', { label }) : failed}
        inputMode={!usesRecovery ? 'numeric' : 'text'}
        onChange={(text) => onEvent({ type: 'code.changed', code: text })}
      />
      {waitSeconds > 0 ? (
        <p className={styles.failure} role="alert">
          {t('rate.limited', { seconds: waitSeconds })}
        </p>
      ) : null}
      <Button kind="primary" size="large" isWide type="submit" isBusy={isBusy} disabled={waitSeconds > 0}>
        {t('two_factor.confirm')}
      </Button>
      {children}
      {factor === 'app' ? (
        <Button kind="quiet" isWide type="button" onClick={() => onEvent({ type: 'code.turned' })}>
          {t(usesRecovery ? 'two_factor.use_app' : 'two_factor.use_recovery')}
        </Button>
      ) : null}
      <Button kind="plain" isWide type="button" onClick={() => onEvent({ type: 'back.pressed' })}>
        {t('two_factor.back')}
      </Button>
    </form>
  )
}
