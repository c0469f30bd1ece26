import { type FormEvent, useId, useState } from 'react'
import { writeToSupport } from '#calls/office.calls.ts'
import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { EntryError, EntryField, EntryForm, EntryInput, EntryLabel } from '../sign-in/EntryParts.tsx'
import { useSending } from '../use-sending.ts'
import styles from './support.module.css'

const MOST_CHARACTERS = 2000

/** The next message to the support. What was typed stays until it is sent. */
export function SupportForm({ onSent }: { readonly onSent: () => Promise<void> }) {
  const { call } = useApp()
  const t = useText()
  const id = useId()
  const [text, setText] = useState('')
  const { isBusy, errorAt, refuse, send } = useSending<'text'>(id, { 'request.invalid': { at: 'text' } })
  const error = errorAt('text') ?? errorAt('form')

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (text.trim() === '') return refuse({ at: 'text', text: t('support.missing') })
    if (!(await send(() => call(writeToSupport, { body: { text } })))) return
    setText('')
    await onSent()
    document.getElementById(`${id}-text`)?.focus()
  }

  return (
    <EntryForm noValidate onSubmit={(event) => void submit(event)}>
      <EntryField>
        <EntryLabel htmlFor={`${id}-text`}>{t('support.message')}</EntryLabel>
        <EntryInput
          as="textarea"
          id={`${id}-text`}
          className={styles.message}
          dir="auto"
          rows={3}
          maxLength={MOST_CHARACTERS}
          value={text}
          aria-invalid={error !== null}
          aria-describedby={`${id}-note`}
          onChange={(event) => setText(event.target.value)}
        />
        <EntryError id={`${id}-note`} role={error ? 'alert' : undefined}>
          {error}
        </EntryError>
      </EntryField>
      <div>
        <Button kind="primary" icon="send" type="submit" isBusy={isBusy}>
          {t('support.send')}
        </Button>
      </div>
    </EntryForm>
  )
}
