import { type FormEvent, useId, useState } from 'react'
import { AppError } from '#calls/app-error.ts'
import { sendBlockAppeal } from '#calls/block-appeal.calls.ts'
import { APPEAL_LENGTH, appealFault } from '#machines/account/block-appeal.rules.ts'
import { Button } from '#renderers/site/Button.tsx'
import { FormInput, FormLine } from '#renderers/site/FormLine.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { isClosedHere } from '../../page/paths.ts'
import type { LoadedScreen, ScreenRequest } from '../../page/screen.ts'
import { FormFailure } from '../FormFailure.tsx'
import { SecurityMessage } from '../security/SecurityParts.tsx'
import { EntryCard, EntryForm, EntryHeading, EntryLead, EntryNotice, EntryPage } from '../sign-in/EntryParts.tsx'
import { useSending } from '../use-sending.ts'

const LOGIN_LENGTH = 254

/** Nothing has to be loaded. @throws AppError route.not_found where the brand names no address of its support */
export function loadScreen({ app }: ScreenRequest): LoadedScreen<null> {
  if (isClosedHere(app, 'block_appeal')) throw new AppError('route.not_found')
  return { meta: () => ({ title: app.texts.t('appeal.title'), isPrivate: true }), data: null }
}

/** Where somebody whose account is blocked writes to the support. */
export function Screen() {
  const t = useText()
  const id = useId()
  const [isSent, setSent] = useState(false)
  return (
    <EntryPage>
      <EntryCard aria-labelledby={`${id}-title`}>
        <EntryHeading id={`${id}-title`}>{t('appeal.title')}</EntryHeading>
        {isSent ? (
          <EntryNotice role="status">{t('appeal.sent')}</EntryNotice>
        ) : (
          <AppealForm onSent={() => setSent(true)} />
        )}
      </EntryCard>
    </EntryPage>
  )
}

function AppealForm({ onSent }: { readonly onSent: () => void }) {
  const { call } = useApp()
  const t = useText()
  const id = useId()
  const [typed, setTyped] = useState({ login: '', email: '', text: '' })
  const { isBusy, errorAt, refuse, send } = useSending<keyof typeof typed>(id, {})
  const put = (line: keyof typeof typed) => (text: string) => setTyped({ ...typed, [line]: text })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const fault = appealFault(typed)
    if (fault) return refuse({ at: fault.at, text: t(fault.code) })
    const body = { login: typed.login.trim(), email: typed.email.trim(), text: typed.text.trim() }
    if (await send(() => call(sendBlockAppeal, { body }))) onSent()
  }
  return (
    <EntryForm noValidate onSubmit={(event) => void submit(event)}>
      <EntryLead>{t('appeal.text')}</EntryLead>
      <FormInput
        keepsNote
        id={`${id}-login`}
        label={t('account.login')}
        value={typed.login}
        error={errorAt('login')}
        maxLength={LOGIN_LENGTH}
        onChange={put('login')}
      />
      <FormInput
        keepsNote
        id={`${id}-email`}
        label={t('appeal.email')}
        value={typed.email}
        help={t('appeal.email_help')}
        error={errorAt('email')}
        maxLength={LOGIN_LENGTH}
        onChange={put('email')}
      />
      <FormLine keepsNote id={`${id}-text`} label={t('appeal.message')} error={errorAt('text')}>
        <SecurityMessage
          as="textarea"
          id={`${id}-text`}
          value={typed.text}
          onChange={(event) => put('text')(event.target.value)}
          rows={6}
          dir="auto"
          maxLength={APPEAL_LENGTH.max}
          aria-invalid={errorAt('text') !== null}
          aria-describedby={`${id}-text-note`}
        />
      </FormLine>
      <FormFailure text={errorAt('form')} />
      <Button kind="primary" size="large" isWide type="submit" isBusy={isBusy}>
        {t('appeal.send')}
      </Button>
    </EntryForm>
  )
}
