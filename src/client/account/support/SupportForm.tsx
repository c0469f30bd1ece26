import { type FormEvent, useId, useState } from 'react'
import { sendSupportFile, writeToSupport } from '#calls/office.calls.ts'
import { SUPPORT_FILE } from '#machines/account/support-file.rules.ts'
import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { EntryError, EntryField, EntryForm, EntryInput, EntryLabel } from '../sign-in/EntryParts.tsx'
import { useSending } from '../use-sending.ts'
import { FileButton } from './FileButton.tsx'
import styles from './support.module.css'
import { useTyping } from './use-typing.ts'

const MOST_CHARACTERS = 2000
const MEGABYTE = 1024 * 1024

/** What is typed and not sent yet, and the way to change it. */
export type Draft = readonly [text: string, setText: (text: string) => void]

/** Props of {@link SupportForm}. */
export interface SupportFormProps {
  readonly onSent: () => Promise<void>
  /** Left out where what is typed may go with the form. */
  readonly draft?: Draft | undefined
}

/** The next message to the support, or a file. What was typed stays until it is sent. */
export function SupportForm({ onSent, draft }: SupportFormProps) {
  const { call } = useApp()
  const t = useText()
  const id = useId()
  const own = useState('')
  const [text, setText] = draft ?? own
  const tellTyping = useTyping()
  const { isBusy, errorAt, refuse, send } = useSending<'text'>(id, { 'request.invalid': { at: 'text' } })
  const error = errorAt('text') ?? errorAt('form')
  const backToField = () => document.getElementById(`${id}-text`)?.focus()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (text.trim() === '') return refuse({ at: 'text', text: t('support.missing') })
    if (!(await send(() => call(writeToSupport, { body: { text } })))) return
    setText('')
    await onSent()
    backToField()
  }
  const sendFile = async (file: File) => {
    if (isBusy) return
    if (file.size > SUPPORT_FILE.maxBytes) return refuse({ at: 'form', text: t('documents.too_large') })
    if (!(await send(() => call(sendSupportFile, { form: {}, files: [file] })))) return
    await onSent()
    backToField()
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
          aria-invalid={errorAt('text') !== null}
          aria-describedby={`${id}-note`}
          onChange={(event) => {
            setText(event.target.value)
            tellTyping()
          }}
        />
        <EntryError id={`${id}-note`} role={error ? 'alert' : undefined}>
          {error}
        </EntryError>
      </EntryField>
      <div className={styles.actions}>
        <Button kind="primary" icon="send" type="submit" isBusy={isBusy}>
          {t('support.send')}
        </Button>
        <FileButton describedBy={`${id}-files ${id}-note`} isBusy={isBusy} onPick={(file) => void sendFile(file)} />
      </div>
      <p id={`${id}-files`} className={styles.help}>
        {t('support.file_help', { megabytes: SUPPORT_FILE.maxBytes / MEGABYTE, number: SUPPORT_FILE.perHour })}
      </p>
    </EntryForm>
  )
}
