import { type FormEvent, useId, useState } from 'react'
import { writeToSupport } from '#calls/office.calls.ts'
import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import entry from '../sign-in/entry.module.css'
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
    <form className={entry.form} noValidate onSubmit={(event) => void submit(event)}>
      <div className={entry.field}>
        <label className={entry.label} htmlFor={`${id}-text`}>
          {t('support.message')}
        </label>
        <textarea
          id={`${id}-text`}
          className={`${entry.input} ${styles.message}`}
          dir="auto"
          rows={3}
          maxLength={MOST_CHARACTERS}
          value={text}
          aria-invalid={error !== null}
          aria-describedby={`${id}-note`}
          onChange={(event) => setText(event.target.value)}
        />
        <p id={`${id}-note`} className={entry.error} role={error ? 'alert' : undefined}>
          {error}
        </p>
      </div>
      <div>
        <Button kind="primary" icon="send" type="submit" isBusy={isBusy}>
          {t('support.send')}
        </Button>
      </div>
    </form>
  )
}
