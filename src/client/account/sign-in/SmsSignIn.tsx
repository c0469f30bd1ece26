import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import { type SmsSignIn as SignedIn, smsSignInActors } from '#calls/actors/sms-sign-in.actors.ts'
import { readLogin } from '#machines/account/sign-in/sign-in.rules.ts'
import { smsCodeMachine } from '#machines/phone/sms-code.machine.ts'
import { countdownText } from '#renderers/forms/phone-code-button/countdown.selectors.ts'
import { useMachine } from '#renderers/shell/run-machine.ts'
import { Button } from '#renderers/site/Button.tsx'
import { FormInput } from '#renderers/site/FormLine.tsx'
import { useLanguage, useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { isolated } from '../contacts/contact-data.ts'
import entry from './entry.module.css'

/** Props of {@link SmsSignIn}. */
export interface SmsSignInProps {
  /** The code was right. */
  readonly onAccepted: (signedIn: SignedIn) => void
  /** The player rather signs in with the password. */
  readonly onBack: () => void
}

/** Signing in by a code that is sent to a proved phone (AUTH-15). */
export function SmsSignIn({ onAccepted, onBack }: SmsSignInProps) {
  const t = useText()
  const { language } = useLanguage()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [state, send] = useSmsCode(onAccepted)
  const { code, flags, fault, waitSeconds, phone } = state.context
  const isSent = flags.confirmationCodeSent
  const error = fault ? t(fault.code, { ...fault.params }) : null

  useEffect(() => {
    document.getElementById(`${id}-${isSent ? 'code' : 'phone'}`)?.focus()
  }, [id, isSent])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(isSent ? { type: 'code.submitted' } : { type: 'code.requested' })
  }
  const change = (text: string) => {
    setTyped(text)
    const login = readLogin(text)
    send({ type: 'phone.changed', phone: login?.kind === 'phone' ? login.login : '' })
  }
  return (
    <form className={entry.form} noValidate onSubmit={submit}>
      <FormInput
        id={`${id}-phone`}
        label={t('account.phone')}
        purpose="phone"
        value={typed}
        help={isSent ? undefined : t('account.sms_phone_help')}
        error={isSent ? null : error}
        keepsNote
        onChange={change}
      />
      {isSent ? (
        <>
          <p className={entry.notice} role="status">
            {t('account.sms_sent', { phone: isolated(phone) })}
          </p>
          <FormInput
            keepsNote
            purpose="code"
            id={`${id}-code`}
            label={t('code.title')}
            value={code}
            help={t('code.help')}
            error={error}
            inputMode="numeric"
            onChange={(text) => send({ type: 'code.changed', code: text })}
          />
          <Button kind="primary" size="large" isWide type="submit" isBusy={state.matches('checking')}>
            {t('account.sign_in')}
          </Button>
        </>
      ) : null}
      <Button
        kind={isSent ? 'quiet' : 'primary'}
        size="large"
        isWide
        type={isSent ? 'button' : 'submit'}
        isBusy={state.matches('sending')}
        disabled={waitSeconds > 0}
        {...(isSent ? { onClick: () => send({ type: 'code.requested' }) } : {})}
      >
        {waitSeconds > 0
          ? t('code.resend_in', { time: countdownText(waitSeconds, language) })
          : t(isSent ? 'code.resend' : 'code.send')}
      </Button>
      <Button kind="plain" isWide onClick={onBack}>
        {t('account.password_way')}
      </Button>
    </form>
  )
}

/** The machine of the code, which signs in when the code is right. */
function useSmsCode(onAccepted: SmsSignInProps['onAccepted']) {
  const { call, site } = useApp()
  const t = useText()
  const outcome = useRef<SignedIn | null>(null)
  const [machine] = useState(() =>
    smsCodeMachine.provide({
      actors: {
        sendCode: fromPromise(({ input }) => smsSignInActors.sendCode(call, input)),
        checkCode: fromPromise(async ({ input }) => {
          outcome.current = await smsSignInActors.checkCode(call, input)
        }),
      },
    }),
  )
  const [state, send, actor] = useMachine(machine, {
    input: { codeLength: site.config.auth.codeLength, codeLabel: t('code.title') },
  })
  useEffect(() => {
    const accepted = actor.on('code.accepted', () => outcome.current && onAccepted(outcome.current))
    return () => accepted.unsubscribe()
  }, [actor, onAccepted])
  return [state, send] as const
}
