import { type FormEvent, useEffect, useId } from 'react'
import type { PasswordLine } from '#machines/account/password.rules.ts'
import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { LoadedScreen, ScreenRequest } from '../app/screen.ts'
import { shellPort } from '../app/shell-port.ts'
import styles from './entry.module.css'
import { FormFailure } from './FormFailure.tsx'
import { NewPassword } from './NewPassword.tsx'
import { OfficePage } from './OfficePage.tsx'
import office from './office.module.css'
import { PasswordInput } from './PasswordInput.tsx'
import security from './security.module.css'
import { usePassword, usePasswordFault } from './use-password.ts'

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
  const t = useText()
  const id = useId()
  const [state, send, actor] = usePassword({ purpose: 'change' })
  const { old, password, repeated, endsOthers, fault } = state.context
  const errorAt = usePasswordFault(id, fault)
  const put = (line: PasswordLine, text: string) => send({ type: 'line.changed', line, text })
  useEffect(() => {
    const told = actor.on('password.changed', () =>
      shellPort.notify({ id: 'password-changed', kind: 'success', text: 'security.password_changed' }),
    )
    return () => told.unsubscribe()
  }, [actor])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    send({ type: 'form.submitted' })
  }

  return (
    <form className={`${styles.form} ${office.panel}`} noValidate onSubmit={submit}>
      <PasswordInput
        id={`${id}-old`}
        label={t('security.old_password')}
        value={old}
        error={errorAt('old')}
        onChange={(text) => put('old', text)}
      />
      <NewPassword id={id} password={password} repeated={repeated} errorAt={errorAt} onChange={put} />
      <label className={security.choice}>
        <input type="checkbox" checked={endsOthers} onChange={() => send({ type: 'others.turned' })} />
        {t('security.end_others')}
      </label>
      <FormFailure text={errorAt('form')} />
      <Button kind="primary" size="large" isWide type="submit" isBusy={state.hasTag('busy')}>
        {t('security.password_title')}
      </Button>
    </form>
  )
}
