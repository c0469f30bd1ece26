import { type FormEvent, useEffect, useId, useState } from 'react'
import { useMachine } from '#renderers/shell/run-machine.ts'
import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PasskeysAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { ConfirmInput } from '../ConfirmInput.tsx'
import { EntryFailure, EntryField, EntryForm, EntryInput, EntryLabel, EntryNote } from '../sign-in/EntryParts.tsx'
import { passkeyOf } from './passkey.actors.ts'

/** Props of {@link NewPasskey}. */
export interface NewPasskeyProps {
  readonly confirmsBy: PasskeysAnswer['confirmsBy']
  readonly onAdded: () => void
}

const NAME_LENGTH = 60
const AT_CONFIRMATION: ReadonlySet<string> = new Set(['password.wrong', 'two_factor.wrong'])

/** Making a passkey: its name, the confirmation, and what the browser asks then. */
export function NewPasskey({ confirmsBy, onAdded }: NewPasskeyProps) {
  const app = useApp()
  const t = useText()
  const id = useId()
  const [machine] = useState(() => passkeyOf(app))
  const [state, send, actor] = useMachine(machine, { input: { purpose: 'making' } })
  const { name, secret, isSecretMissing, failure } = state.context
  const failed = failure ? t(failure.code, { ...failure.params }) : null
  const isAtConfirmation = failure !== null && AT_CONFIRMATION.has(failure.code)
  useEffect(() => {
    const subscription = actor.on('passkey.taken', onAdded)
    return () => subscription.unsubscribe()
  }, [actor, onAdded])
  const isReady = !state.matches('checking')
  useEffect(() => {
    if (isReady) document.getElementById(`${id}-name`)?.focus()
  }, [id, isReady])
  useEffect(() => {
    if (isSecretMissing || isAtConfirmation) document.getElementById(`${id}-secret`)?.focus()
  }, [id, isSecretMissing, isAtConfirmation])

  if (!isReady) return null
  if (state.matches('unsupported')) {
    return <EntryFailure role="alert">{t('passkey.unsupported')}</EntryFailure>
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send({ type: 'passkey.requested' })
  }
  return (
    <EntryForm noValidate onSubmit={submit}>
      <EntryField>
        <EntryLabel htmlFor={`${id}-name`}>{t('passkey.name')}</EntryLabel>
        <EntryInput
          id={`${id}-name`}
          value={name}
          maxLength={NAME_LENGTH}
          dir="auto"
          autoComplete="off"
          onChange={(event) => send({ type: 'name.changed', name: event.target.value })}
          aria-describedby={`${id}-name-note`}
        />
        <EntryNote id={`${id}-name-note`}>{t('passkey.name_help')}</EntryNote>
      </EntryField>
      <ConfirmInput
        id={`${id}-secret`}
        by={confirmsBy}
        value={secret}
        isMissing={isSecretMissing}
        failed={isAtConfirmation ? failed : null}
        onChange={(text) => send({ type: 'secret.changed', secret: text })}
      />
      {failed && !isAtConfirmation ? <EntryFailure role="alert">{failed}</EntryFailure> : null}
      <Button kind="primary" isWide type="submit" icon="key" isBusy={state.hasTag('busy')}>
        {t('passkey.add')}
      </Button>
    </EntryForm>
  )
}
