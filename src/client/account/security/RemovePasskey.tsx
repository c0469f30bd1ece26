import { type FormEvent, useId, useState } from 'react'
import { removePasskey } from '#calls/passkeys.calls.ts'
import { Dialog } from '#renderers/shell/Dialog.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PasskeysAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { ConfirmInput } from '../ConfirmInput.tsx'
import { FormFailure } from '../FormFailure.tsx'
import { EntryForm, EntryLead } from '../sign-in/EntryParts.tsx'
import { useSending } from '../use-sending.ts'

/** Props of {@link RemovePasskey}. */
export interface RemovePasskeyProps {
  readonly passkeyId: string
  readonly confirmsBy: PasskeysAnswer['confirmsBy']
  readonly onClose: () => void
  readonly onRemoved: () => void
}

const PLACES = { 'password.wrong': { at: 'secret' }, 'two_factor.wrong': { at: 'secret' } } as const

/** Asks for the confirmation, and removes a passkey. */
export function RemovePasskey({ passkeyId, confirmsBy, onClose, onRemoved }: RemovePasskeyProps) {
  const { call } = useApp()
  const t = useText()
  const id = useId()
  const [secret, setSecret] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { isBusy, errorAt, send } = useSending<'secret'>(id, PLACES)
  const remove = async (event?: FormEvent) => {
    event?.preventDefault()
    if (isBusy) return
    setMissing(secret.trim() === '')
    if (secret.trim() === '') return document.getElementById(`${id}-secret`)?.focus()
    if (await send(() => call(removePasskey, { body: { passkey_id: passkeyId, secret } }))) onRemoved()
  }
  return (
    <Dialog
      isOpen
      title={t('passkey.remove_title')}
      okLabel={t('passkey.remove')}
      okKind="danger"
      isBusy={isBusy}
      closesOnEscape
      onClose={(way) => (way === 'ok-button' ? void remove() : onClose())}
    >
      <EntryForm noValidate onSubmit={(event) => void remove(event)}>
        <EntryLead>{t('passkey.remove_text')}</EntryLead>
        <ConfirmInput
          id={`${id}-secret`}
          by={confirmsBy}
          value={secret}
          isMissing={isMissing}
          failed={errorAt('secret')}
          onChange={(text) => {
            setSecret(text)
            setMissing(false)
          }}
        />
        <FormFailure text={errorAt('form')} />
      </EntryForm>
    </Dialog>
  )
}
