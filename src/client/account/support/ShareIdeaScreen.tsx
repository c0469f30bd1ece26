import { type FormEvent, useId, useState } from 'react'
import { shareIdea } from '#calls/office.calls.ts'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import { offeredPath } from '../../page/paths.ts'
import type { LoadedScreen, ScreenRequest } from '../../page/screen.ts'
import { FormFailure } from '../FormFailure.tsx'
import { EntryError, EntryField, EntryInput, EntryLabel, EntryNotice, EntryPanelForm } from '../sign-in/EntryParts.tsx'
import { useSending } from '../use-sending.ts'
import styles from './support.module.css'

const MOST_CHARACTERS = 2000

/** Nothing has to be loaded. */
export function loadScreen({ app }: ScreenRequest): LoadedScreen<null> {
  return { meta: () => ({ title: app.texts.t('support.idea_title'), isPrivate: true }), data: null }
}

/** An idea for the brand, which waits at the desk and may be answered in the talk (OFF-17). */
export function Screen() {
  const t = useText()
  return (
    <OfficePage title={t('support.idea_title')} text={t('support.idea_text')}>
      <IdeaForm />
    </OfficePage>
  )
}

function IdeaForm() {
  const app = useApp()
  const t = useText()
  const id = useId()
  const [text, setText] = useState('')
  const [isSent, setSent] = useState(false)
  const { isBusy, errorAt, refuse, send } = useSending<'text'>(id, { 'request.invalid': { at: 'text' } })
  const talk = offeredPath(app, 'office_support')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setSent(false)
    if (text.trim() === '') return refuse({ at: 'text', text: t('support.idea_missing') })
    if (!(await send(() => app.call(shareIdea, { body: { text } })))) return
    setText('')
    setSent(true)
  }
  return (
    <EntryPanelForm as="form" noValidate onSubmit={(event) => void submit(event)}>
      <EntryField>
        <EntryLabel htmlFor={`${id}-text`}>{t('support.idea_label')}</EntryLabel>
        <EntryInput
          as="textarea"
          id={`${id}-text`}
          className={styles.message}
          dir="auto"
          rows={6}
          maxLength={MOST_CHARACTERS}
          value={text}
          aria-invalid={errorAt('text') !== null}
          aria-describedby={`${id}-note`}
          onChange={(event) => setText(event.target.value)}
        />
        <EntryError id={`${id}-note`} role={errorAt('text') ? 'alert' : undefined}>
          {errorAt('text')}
        </EntryError>
      </EntryField>
      <FormFailure text={errorAt('form')} />
      <div role="status">{isSent ? <EntryNotice>{t('support.idea_sent')}</EntryNotice> : null}</div>
      <div className={styles.actions}>
        <Button kind="primary" icon="send" type="submit" isBusy={isBusy}>
          {t('support.idea_send')}
        </Button>
        {isSent && talk ? <ButtonLink to={talk}>{t('support.idea_talk')}</ButtonLink> : null}
      </div>
    </EntryPanelForm>
  )
}
