import { type FormEvent, useId, useState } from 'react'
import { useLoaderData } from 'react-router'
import { changeLoginName, getLoginName } from '#calls/office.calls.ts'
import { readLoginName } from '#machines/account/login-name.rules.ts'
import { Button } from '#renderers/site/Button.tsx'
import { FormLine } from '#renderers/site/FormLine.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import { usePlayer } from '../../page/player.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { FormFailure } from '../FormFailure.tsx'
import { PasswordInput } from '../PasswordInput.tsx'
import { EntryInput, EntryNotice, EntryPanelForm } from '../sign-in/EntryParts.tsx'
import { encodePassword } from '../sign-in/encode-password.ts'
import { useSending } from '../use-sending.ts'

type Line = 'name' | 'password'

/** What a failure is about. */
const PLACES = {
  'login.invalid': { at: 'name' },
  'login.taken': { at: 'name' },
  'password.wrong': { at: 'password' },
} as const

/** Loads the name by which the player signs in now. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<string | null>> {
  const { name } = await app.call(getLoginName, {})
  return { meta: () => ({ title: app.texts.t('security.login_title'), isPrivate: true }), data: name }
}

/** Choosing the name to sign in by, with the password (OFF-16). */
export function Screen() {
  const t = useText()
  return (
    <OfficePage title={t('security.login_title')} text={t('security.login_text')}>
      <LoginForm />
    </OfficePage>
  )
}

function LoginForm() {
  const { call } = useApp()
  const { player } = usePlayer()
  const t = useText()
  const id = useId()
  const { data } = useLoaderData<ScreenData<string | null>>()
  const [now, setNow] = useState(data)
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const { isBusy, errorAt, refuse, send } = useSending<Line>(id, PLACES)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const wanted = readLoginName(name)
    if (wanted === null) return refuse({ at: 'name', text: t('login.invalid') })
    const label = t('security.old_password')
    if (password === '') return refuse({ at: 'password', text: t('required', { label }) })
    if (!(await send(() => call(changeLoginName, { body: { name: wanted, password: encodePassword(password) } }))))
      return
    setNow(wanted)
    setName('')
    setPassword('')
  }
  return (
    <EntryPanelForm as="form" noValidate onSubmit={(event) => void submit(event)}>
      <EntryNotice role="status">
        {now === null
          ? t('security.login_none', { number: player?.userId ?? '' })
          : t('security.login_now', { name: now })}
      </EntryNotice>
      <FormLine
        keepsNote
        id={`${id}-name`}
        label={t('security.login_new')}
        help={t('security.login_help')}
        error={errorAt('name')}
      >
        <EntryInput
          id={`${id}-name`}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          maxLength={40}
          value={name}
          aria-invalid={errorAt('name') !== null}
          aria-describedby={`${id}-name-note`}
          onChange={(event) => setName(event.target.value)}
        />
      </FormLine>
      <PasswordInput
        id={`${id}-password`}
        label={t('security.old_password')}
        value={password}
        error={errorAt('password')}
        onChange={setPassword}
      />
      <FormFailure text={errorAt('form')} />
      <Button kind="primary" size="large" isWide type="submit" isBusy={isBusy}>
        {t('security.login_save')}
      </Button>
    </EntryPanelForm>
  )
}
