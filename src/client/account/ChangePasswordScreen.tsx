import { type FormEvent, useId, useState } from 'react'
import { changePassword } from '#calls/security.calls.ts'
import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../app/app-context.ts'
import type { LoadedScreen, ScreenRequest } from '../app/screen.ts'
import { shellPort } from '../app/shell-port.ts'
import { encodePassword } from './encode-password.ts'
import styles from './entry.module.css'
import { NewPassword, NO_PASSWORD, PASSWORD_PLACES, type PasswordLine, passwordGap } from './NewPassword.tsx'
import { OfficePage } from './OfficePage.tsx'
import { PasswordInput } from './PasswordInput.tsx'
import security from './security.module.css'
import { useSending } from './use-sending.ts'

/** Nothing has to be loaded. */
export function loadScreen({ app }: ScreenRequest): LoadedScreen<null> {
  return { meta: () => ({ title: app.texts.t('security.password_title'), isPrivate: true }), data: null }
}

/** Changing the password: the one so far, the new one twice, and whether other devices are signed out. */
export function Screen() {
  const t = useText()
  return (
    <OfficePage title={t('security.password_title')} text={t('security.password_text')}>
      <ChangePasswordForm />
    </OfficePage>
  )
}

function ChangePasswordForm() {
  const { call } = useApp()
  const t = useText()
  const id = useId()
  const [old, setOld] = useState('')
  const [typed, setTyped] = useState(NO_PASSWORD)
  const [endsOthers, setEndsOthers] = useState(true)
  const { isBusy, errorAt, refuse, send } = useSending<PasswordLine | 'old'>(id, {
    ...PASSWORD_PLACES,
    'password.wrong': { at: 'old' },
  })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (old === '') return refuse({ at: 'old', text: t('required', { label: t('security.old_password') }) })
    const gap = passwordGap(typed)
    if (gap) return refuse({ at: gap.at, text: t(gap.key, gap.label ? { label: t(gap.label) } : {}) })
    const attributes = {
      old_password: encodePassword(old),
      password: encodePassword(typed.password),
      password_confirmation: encodePassword(typed.repeated),
      end_other_sessions: endsOthers,
    }
    if (!(await send(() => call(changePassword, { body: { data: { attributes } } })))) return
    setOld('')
    setTyped(NO_PASSWORD)
    shellPort.notify({ id: 'password-changed', kind: 'success', text: 'security.password_changed' })
  }

  return (
    <form className={`${styles.form} ${security.form}`} noValidate onSubmit={(event) => void submit(event)}>
      <PasswordInput
        id={`${id}-old`}
        label={t('security.old_password')}
        value={old}
        error={errorAt('old')}
        onChange={setOld}
      />
      <NewPassword id={id} value={typed} errorAt={errorAt} onChange={setTyped} />
      <label className={security.choice}>
        <input type="checkbox" checked={endsOthers} onChange={(event) => setEndsOthers(event.target.checked)} />
        {t('security.end_others')}
      </label>
      {errorAt('form') ? (
        <p className={styles.failure} role="alert">
          {errorAt('form')}
        </p>
      ) : null}
      <Button kind="primary" size="large" isWide type="submit" isBusy={isBusy}>
        {t('security.password_title')}
      </Button>
    </form>
  )
}
