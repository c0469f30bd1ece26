import { type FormEvent, type ReactNode, useEffect, useId } from 'react'
import type { SnapshotFrom } from 'xstate'
import type { ContactChangeEvent } from '#machines/account/contacts/contact-change-setup.machine.ts'
import type { emailChangeMachine } from '#machines/account/contacts/email-change.machine.ts'
import type { phoneChangeMachine } from '#machines/account/contacts/phone-change.machine.ts'
import { countdownText } from '#renderers/forms/phone-code-button/countdown.selectors.ts'
import { Button } from '#renderers/site/Button.tsx'
import { FormInput } from '#renderers/site/FormLine.tsx'
import { useLanguage, useText } from '#renderers/site/texts.tsx'
import { PasswordInput } from '../PasswordInput.tsx'
import { SecurityChoice } from '../security/SecurityParts.tsx'
import { StepActions, StepForm, StepHeading } from '../security/StepParts.tsx'
import { EntryNotice } from '../sign-in/EntryParts.tsx'
import type { ContactKind } from './ContactForm.tsx'
import { isolated } from './contact-data.ts'

/** What the steps of a change are given. */
export interface ContactStepProps {
  readonly kind: ContactKind
  readonly state: SnapshotFrom<typeof phoneChangeMachine> | SnapshotFrom<typeof emailChangeMachine>
  readonly onEvent: (event: ContactChangeEvent) => void
  /** Whether later codes may come by messenger; asked of a first phone alone. */
  readonly messenger?: { readonly isChosen: boolean; readonly onChange: (isChosen: boolean) => void } | undefined
}

/** The code of the address so far, or of the new one. */
export function ContactCode(props: ContactStepProps & { readonly isAllowing: boolean }) {
  const { state, onEvent, isAllowing, messenger } = props
  const { language } = useLanguage()
  const t = useText()
  const id = useId()
  const { code, message, waitSeconds, fault, value } = state.context
  const title = isAllowing ? t('contacts.allow_title') : t('contacts.prove_title', { value: isolated(value) })
  useFocusOnFault(id, fault)
  return (
    <Step {...props} title={title} onSubmit={() => onEvent({ type: 'code.submitted' })}>
      {message ? <EntryNotice role="status">{message}</EntryNotice> : null}
      <FormInput
        keepsNote
        purpose="code"
        id={id}
        label={t('code.title')}
        value={code}
        help={t('code.help')}
        error={fault ? t(fault.code, { ...fault.params }) : null}
        inputMode="numeric"
        onChange={(text) => onEvent({ type: 'code.changed', code: text })}
      />
      {messenger && !isAllowing ? (
        <SecurityChoice>
          <input
            type="checkbox"
            checked={messenger.isChosen}
            onChange={(event) => messenger.onChange(event.target.checked)}
          />
          {t('contacts.messenger')}
        </SecurityChoice>
      ) : null}
      <StepActions>
        <Button kind="primary" type="submit" isBusy={state.matches('checkingCode') || state.matches('confirming')}>
          {t('contacts.confirm')}
        </Button>
        <Button
          isBusy={state.matches('sending')}
          disabled={waitSeconds > 0}
          onClick={() => onEvent({ type: 'code.requested' })}
        >
          {waitSeconds > 0
            ? t('code.resend_in', { time: countdownText(waitSeconds, language) })
            : t(message === null ? 'code.send' : 'code.resend')}
        </Button>
      </StepActions>
    </Step>
  )
}

/** The answer to the secret question, or the password. */
export function ContactSecret(props: ContactStepProps) {
  const { kind, state, onEvent } = props
  const t = useText()
  const id = useId()
  const { secret, emptyLine, fault } = state.context
  const label = t(kind === 'phone' ? 'contacts.answer' : 'contacts.password')
  const failed = fault ? t(fault.code, { ...fault.params }) : null
  useFocusOnFault(id, emptyLine ?? fault)
  return (
    <Step {...props} title={t('contacts.allow_title')} onSubmit={() => onEvent({ type: 'secret.submitted' })}>
      <PasswordInput
        id={id}
        label={label}
        value={secret}
        error={emptyLine === 'secret' ? t('required', { label }) : failed}
        onChange={(text) => onEvent({ type: 'secret.changed', secret: text })}
      />
      <StepActions>
        <Button kind="primary" type="submit" isBusy={state.matches('checkingSecret')}>
          {t('contacts.confirm')}
        </Button>
      </StepActions>
    </Step>
  )
}

interface StepProps extends ContactStepProps {
  readonly title: string
  readonly onSubmit: () => void
  readonly children: ReactNode
}

/** A step with the ways out of it: the other way of showing that the account is the player's, and another address. */
function Step({ kind, state, onEvent, title, onSubmit, children }: StepProps) {
  const t = useText()
  const heading = useId()
  const { isAllowed, ways, way } = state.context
  const secretWay = kind === 'phone' ? 'contacts.way_answer' : 'contacts.way_password'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <StepForm as="form" noValidate aria-labelledby={heading} onSubmit={submit}>
      <StepHeading as="h2" id={heading}>
        {title}
      </StepHeading>
      {children}
      {!isAllowed && ways.length > 1 ? (
        <Button kind="plain" onClick={() => onEvent({ type: 'way.turned' })}>
          {t(way === 'code' ? secretWay : 'contacts.way_code')}
        </Button>
      ) : null}
      <Button kind="plain" onClick={() => onEvent({ type: 'back.pressed' })}>
        {t(`contacts.other_${kind}`)}
      </Button>
    </StepForm>
  )
}

/** Goes to the line that is wrong, once more when it is wrong once more. */
function useFocusOnFault(id: string, fault: unknown): void {
  useEffect(() => {
    if (fault) document.getElementById(id)?.focus()
  }, [id, fault])
}
