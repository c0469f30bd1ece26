import { type FormEvent, useId, useState } from 'react'
import { useLoaderData } from 'react-router'
import { getSecurityState, setAuthByEmail } from '#calls/security.calls.ts'
import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { SecurityState } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import { Panel } from '../../page/office/OfficeParts.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { ContactNow } from '../contacts/ContactNow.tsx'
import { FormFailure } from '../FormFailure.tsx'
import { PasswordInput } from '../PasswordInput.tsx'
import { useSending } from '../use-sending.ts'
import { encodePassword } from './encode-password.ts'
import styles from './entry.module.css'

/** Loads whether signing in asks for a code by mail. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<SecurityState>> {
  const data = await app.call(getSecurityState, {})
  return { meta: () => ({ title: app.texts.t('security.by_email_title'), isPrivate: true }), data }
}

/** Whether signing in asks for a code by mail (OFF-9). */
export function Screen() {
  const t = useText()
  const { data } = useLoaderData<ScreenData<SecurityState>>()
  return (
    <OfficePage title={t('security.by_email_title')} text={t('security.by_email_text')}>
      {data.isEmailProved || data.isEmailFactorOn ? (
        <AuthByEmailForm initial={data.isEmailFactorOn} hasApp={data.isTwoFactorOn} />
      ) : (
        <ContactNow text={t('auth_by_email.no_address')} routeId="office_email_change" action="office.email" />
      )}
    </OfficePage>
  )
}

interface AuthByEmailFormProps {
  readonly initial: boolean
  /** Whether an authenticator app is asked for already, which goes before. */
  readonly hasApp: boolean
}

function AuthByEmailForm({ initial, hasApp }: AuthByEmailFormProps) {
  const { call } = useApp()
  const t = useText()
  const id = useId()
  const [isOn, setOn] = useState(initial)
  const [password, setPassword] = useState('')
  const { isBusy, errorAt, refuse, send } = useSending<'password'>(id, { 'password.wrong': { at: 'password' } })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const label = t('security.old_password')
    if (password === '') return refuse({ at: 'password', text: t('required', { label }) })
    const body = { is_on: !isOn, password: encodePassword(password) }
    if (!(await send(() => call(setAuthByEmail, { body })))) return
    setPassword('')
    setOn(!isOn)
  }
  return (
    <Panel as="form" className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <p className={styles.notice} role="status">
        {t(isOn ? (hasApp ? 'security.by_email_app' : 'security.by_email_on') : 'security.by_email_off')}
      </p>
      <PasswordInput
        id={`${id}-password`}
        label={t('security.old_password')}
        value={password}
        error={errorAt('password')}
        onChange={setPassword}
      />
      <FormFailure text={errorAt('form')} />
      <Button kind={isOn ? 'danger' : 'primary'} size="large" isWide type="submit" isBusy={isBusy}>
        {t(isOn ? 'security.by_email_disable' : 'security.by_email_enable')}
      </Button>
    </Panel>
  )
}
