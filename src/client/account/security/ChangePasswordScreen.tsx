import { type FormEvent, useEffect, useId } from 'react'
import type { PasswordLine } from '#machines/account/sign-in/password.rules.ts'
import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import type { LoadedScreen, ScreenRequest } from '../../page/screen.ts'
import { shellPort } from '../../page/shell-port.ts'
import { FormFailure } from '../FormFailure.tsx'
import { PasswordInput } from '../PasswordInput.tsx'
import { EntryPanelForm } from '../sign-in/EntryParts.tsx'
import { NewPassword } from '../sign-in/NewPassword.tsx'
import { usePassword, usePasswordFault } from '../sign-in/use-password.ts'
import security from './security.module.css'

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
    <EntryPanelForm as="form" noValidate onSubmit={submit}>
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
    </EntryPanelForm>
  )
}
