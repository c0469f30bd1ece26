import { type FormEvent, useId, useState } from 'react'
import { useLoaderData } from 'react-router'
import { getUserInformation } from '#calls/account.calls.ts'
import { sendAdminRequest } from '#calls/office.calls.ts'
import { Button } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { AdminRequestBody } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { FormFailure } from '../FormFailure.tsx'
import { EntryError, EntryField, EntryInput, EntryLabel, EntryNotice, EntryPanelForm } from '../sign-in/EntryParts.tsx'
import { useSending } from '../use-sending.ts'

type Line = 'name' | 'email'

/** Loads the player's name and contact address. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<AdminRequestBody>> {
  const { fields, identifiers } = (await app.call(getUserInformation, {})).data.attributes
  const userName = [fields.name, fields.surname].filter((part) => typeof part === 'string').join(' ')
  const email = identifiers.find(({ kind }) => kind === 'email')?.value ?? ''
  return { meta: () => ({ title: app.texts.t('support.to_request'), isPrivate: true }), data: { userName, email } }
}

/** Asks the administration to write to the player (OFF-23). */
export function Screen() {
  const { site } = useApp()
  const t = useText()
  const { data } = useLoaderData<ScreenData<AdminRequestBody>>()
  return (
    <OfficePage title={t('support.to_request')} text={t('support.request_text')}>
      {site.config.support.email ? (
        <RequestForm known={data} />
      ) : (
        <EmptyState icon="mail" title={t('support.to_request')} text={t('support.request_none')} />
      )}
    </OfficePage>
  )
}

function RequestForm({ known }: { readonly known: AdminRequestBody }) {
  const { call } = useApp()
  const t = useText()
  const id = useId()
  const [typed, setTyped] = useState(known)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { isBusy, errorAt, refuse, send } = useSending<Line>(id, { 'request.invalid': { at: 'email' } })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const body = { userName: typed.userName.trim(), email: typed.email.trim() }
    if (body.userName === '') return refuse({ at: 'name', text: t('required', { label: t('support.request_name') }) })
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(body.email)) return refuse({ at: 'email', text: t('support.email_wrong') })
    setSentTo(null)
    if (await send(() => call(sendAdminRequest, { body }))) setSentTo(body.email)
  }
  const lines = [
    { line: 'name', key: 'userName', label: 'support.request_name', type: 'text', autoComplete: 'name' },
    { line: 'email', key: 'email', label: 'support.request_email', type: 'email', autoComplete: 'email' },
  ] as const

  return (
    <EntryPanelForm as="form" noValidate onSubmit={(event) => void submit(event)}>
      {lines.map(({ line, key, label, type, autoComplete }) => (
        <EntryField key={line}>
          <EntryLabel htmlFor={`${id}-${line}`}>{t(label)}</EntryLabel>
          <EntryInput
            id={`${id}-${line}`}
            type={type}
            autoComplete={autoComplete}
            maxLength={line === 'name' ? 100 : 254}
            value={typed[key]}
            aria-invalid={errorAt(line) !== null}
            aria-describedby={`${id}-${line}-note`}
            onChange={(event) => setTyped({ ...typed, [key]: event.target.value })}
          />
          <EntryError id={`${id}-${line}-note`} role={errorAt(line) ? 'alert' : undefined}>
            {errorAt(line)}
          </EntryError>
        </EntryField>
      ))}
      <FormFailure text={errorAt('form')} />
      <div role="status">
        {sentTo === null ? null : <EntryNotice>{t('support.request_sent', { email: sentTo })}</EntryNotice>}
      </div>
      <Button kind="primary" size="large" isWide type="submit" isBusy={isBusy}>
        {t('support.request_send')}
      </Button>
    </EntryPanelForm>
  )
}
