import { type ComponentProps, type FormEvent, type ReactNode, useCallback, useEffect, useId, useState } from 'react'
import { useLoaderData } from 'react-router'
import { type EventFrom, fromPromise, type SnapshotFrom } from 'xstate'
import { signInActors } from '#calls/actors/sign-in.actors.ts'
import type { SmsSignIn as SignedInBySms } from '#calls/actors/sms-sign-in.actors.ts'
import { signInMachine } from '#machines/account/sign-in/sign-in.machine.ts'
import { parseReturnUrl } from '#machines/site/routes/return-url.rules.ts'
import { useMachine } from '#renderers/shell/run-machine.ts'
import { Button } from '#renderers/site/Button.tsx'
import { FormInput } from '#renderers/site/FormLine.tsx'
import { useLink } from '#renderers/site/link.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { type App, useApp } from '../../page/app-context.ts'
import { landingPath } from '../../page/landing.ts'
import { offeredPath } from '../../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { END_PARAMETER } from '../../page/session-end.ts'
import { socialOutcome } from '../../social/social-calls.ts'
import { PasswordInput } from '../PasswordInput.tsx'
import { ActivationForm } from './ActivationForm.tsx'
import { EntryTitle } from './EntryTitle.tsx'
import styles from './entry.module.css'
import { PasskeyEntry } from './PasskeyEntry.tsx'
import { SecondStepForm } from './SecondStepForm.tsx'
import { SmsSignIn } from './SmsSignIn.tsx'
import { JoinFailure, loadSocialEntry, SocialEntry, type SocialEntryData, useJoining } from './SocialEntry.tsx'

/** What a sign-in begins with. */
export interface SignInData {
  /** The page to come back to; null when the address names none of this site (SEC-8). */
  readonly returnUrl: string | null
  /** The account whose activation code is asked for at once, after a registration. */
  readonly activate: number | null
  /** Seconds until that player may ask for another mail. */
  readonly waitSeconds: number
  /** Why a session has ended by itself, if that is why somebody is here. */
  readonly ended: 'idle' | 'expired' | null
  /** Whether a social provider has done the first step, and the account asks for a second factor. */
  readonly isAtSecondStep: boolean
  readonly factor: 'app' | 'mail'
  /** Whether a passkey may take the place of the code. */
  readonly hasPasskey: boolean
  readonly social: SocialEntryData
}

/** Reads where to go on after the sign-in. */
export async function loadScreen({ app, url }: ScreenRequest): Promise<LoadedScreen<SignInData>> {
  return {
    meta: () => ({ title: app.texts.t('account.sign_in_title'), isPrivate: true }),
    data: await loadSignIn(app, url),
  }
}

/** What the address of a page says of a sign-in. */
export async function loadSignIn(app: App, url: URL): Promise<SignInData> {
  const activate = url.searchParams.get('activate') ?? ''
  const wait = url.searchParams.get('wait') ?? ''
  const returnUrl = parseReturnUrl(url.searchParams.get(app.site.config.other.returnUrlParameter))
  const social = await loadSocialEntry(app, url)
  const outcome = socialOutcome(url)
  return {
    returnUrl,
    activate: /^[1-9]\d{0,14}$/.test(activate) ? Number(activate) : null,
    waitSeconds: /^\d{1,5}$/.test(wait) ? Number(wait) : 0,
    ended: (['idle', 'expired'] as const).find((why) => why === url.searchParams.get(END_PARAMETER)) ?? null,
    isAtSecondStep: outcome.isSecondFactorAsked,
    factor: outcome.factor,
    hasPasskey: outcome.hasPasskey,
    social,
  }
}

function machineFor({ call }: App) {
  return signInMachine.provide({
    actors: {
      signIn: fromPromise(async ({ input }) => signInActors.signIn(call, input)),
      workOff: fromPromise(async ({ input, signal }) => {
        const { workOff } = await import('../../captcha/demanded-work.ts')
        return workOff(call, 'sign_in', input.times, signal)
      }),
      finishSignIn: fromPromise(async ({ input }) => signInActors.finishSignIn(call, input)),
    },
  })
}

/** The page of the sign-in. */
export function Screen() {
  const { data } = useLoaderData<ScreenData<SignInData>>()
  return <SignIn data={data} />
}

/** Props of {@link SignIn}. */
export interface SignInProps {
  readonly data: SignInData
  /** Whether it is in a dialog, which has the title and the frame. */
  readonly isInDialog?: boolean
}

/** Signing in by e-mail, phone or account number. */
export function SignIn({ data, isInDialog = false }: SignInProps) {
  const app = useApp()
  const t = useText()
  const id = useId()
  const [state, send, actor] = useSignIn(data)
  const { formError, failure, isAtSecondStep } = state.context
  const [isBySms, setBySms] = useState(false)
  const [activate, setActivate] = useState(data.activate)
  const { goOn, joinFailure } = useJoining(data.social.joins !== null)
  const { isPasskeyEnabled } = app.site.config.auth
  const { returnPath } = state.context
  const enter = useCallback(() => goOn(returnPath), [goOn, returnPath])

  useEffect(() => {
    const subscription = actor.on('signed-in', ({ returnPath }) => goOn(returnPath))
    return () => subscription.unsubscribe()
  }, [actor, goOn])
  useEffect(() => {
    if (formError) document.getElementById(`${id}-${formError}`)?.focus()
  }, [formError, id])

  const takeSms = useCallback(
    (signedIn: SignedInBySms) => {
      if ('authId' in signedIn) {
        // The way back from the second step leads to the password.
        setBySms(false)
        send({ type: 'second_step.asked', ...signedIn })
      } else goOn(actor.getSnapshot().context.returnPath)
    },
    [send, goOn, actor],
  )
  const waitingId = activate ?? (state.matches('notActivated') ? Number(failure?.params.userId ?? 0) : 0)

  // Players who come from a registration land where the brand says (REG-40).
  const landing = activate === null ? returnPath : landingPath(app, { returnUrl: data.returnUrl ?? undefined })
  const title = titleKey(waitingId > 0, isAtSecondStep)

  return (
    <div className={isInDialog ? undefined : styles.page}>
      <section className={isInDialog ? styles.form : styles.card} aria-labelledby={`${id}-title`}>
        <EntryTitle id={`${id}-title`} title={t(title)} isInDialog={isInDialog} />
        {joinFailure ? (
          <JoinFailure {...joinFailure} />
        ) : waitingId > 0 ? (
          <Activation
            userId={waitingId}
            waitSeconds={activate === null ? 0 : data.waitSeconds}
            onActivated={() => window.location.assign(landing)}
            onAnotherAsked={() => send({ type: 'activation.requested' })}
            onBack={() => {
              setActivate(null)
              send({ type: 'back.pressed' })
            }}
          />
        ) : isAtSecondStep ? (
          <SecondStepForm context={state.context} isBusy={state.hasTag('busy')} onEvent={send}>
            {isPasskeyEnabled && state.context.hasPasskey ? (
              <PasskeyEntry purpose="second_step" authId={state.context.authId} onTaken={enter} />
            ) : null}
          </SecondStepForm>
        ) : isBySms ? (
          <SmsSignIn onAccepted={takeSms} onBack={() => setBySms(false)} />
        ) : (
          <PasswordForm
            data={data}
            state={state}
            send={send}
            id={id}
            onSms={() => setBySms(true)}
            passkey={isPasskeyEnabled ? <PasskeyEntry purpose="sign_in" onTaken={enter} /> : null}
          />
        )}
        <OtherWays />
      </section>
    </div>
  )
}

function titleKey(isWaiting: boolean, isAtSecondStep: boolean): string {
  if (isWaiting) return 'account.activation_title'
  return isAtSecondStep ? 'two_factor.second_step_title' : 'account.sign_in_title'
}

/** The machine of a sign-in that begins with what the address says. */
function useSignIn({ returnUrl, isAtSecondStep, factor, hasPasskey }: SignInData) {
  const app = useApp()
  const home = offeredPath(app, 'home') ?? '/'
  const [machine] = useState(() => machineFor(app))
  return useMachine(machine, { input: { returnUrl: returnUrl ?? home, isAtSecondStep, factor, hasPasskey } })
}

/** The code that a new account is activated by. */
function Activation(props: ComponentProps<typeof ActivationForm>) {
  const t = useText()
  return (
    <>
      <p className={styles.lead}>{t('account.activation_text')}</p>
      <ActivationForm {...props} />
    </>
  )
}

interface PasswordFormProps {
  readonly id: string
  readonly data: SignInData
  readonly state: SnapshotFrom<typeof signInMachine>
  readonly send: (event: EventFrom<typeof signInMachine>) => void
  /** The player would rather sign in by a code. */
  readonly onSms: () => void
  readonly passkey: ReactNode
}

/** Signing in with login and password, and the ways to sign in without. */
function PasswordForm({ id, data, state, send, onSms, passkey }: PasswordFormProps) {
  const t = useText()
  const { isSmsSignInOffered, isPasskeyEnabled } = useApp().site.config.auth
  const { login, password, formError, failure, waitSeconds } = state.context
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send({ type: 'form.submitted' })
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {data.ended ? <p className={styles.lead}>{t(`account.ended_${data.ended}`)}</p> : null}
      <FormInput
        id={`${id}-login`}
        label={t('account.login')}
        purpose="login"
        value={login}
        help={t('account.login_help')}
        error={formError === 'login' ? t('account.login_unreadable') : null}
        keepsNote
        autoComplete={isPasskeyEnabled ? 'username webauthn' : undefined}
        onChange={(text) => send({ type: 'login.changed', login: text })}
      />
      <PasswordInput
        id={`${id}-password`}
        label={t('account.password')}
        value={password}
        error={formError === 'password' ? t('required', { label: t('account.password') }) : null}
        onChange={(text) => send({ type: 'password.changed', password: text })}
      />
      {failure ? (
        <p className={styles.failure} role="alert">
          {waitSeconds > 0 ? t('rate.limited', { seconds: waitSeconds }) : t(failure.code, { ...failure.params })}
        </p>
      ) : null}
      {state.matches('working') ? (
        <p className={styles.note} role="status">
          {t('account.sign_in_working')}
        </p>
      ) : null}
      <Button kind="primary" size="large" isWide type="submit" isBusy={state.hasTag('busy')}>
        {t('account.sign_in')}
      </Button>
      {state.matches('working') ? (
        <Button size="large" isWide onClick={() => send({ type: 'back.pressed' })}>
          {t('account.sign_in_cancel')}
        </Button>
      ) : null}
      {isSmsSignInOffered ? (
        <Button size="large" isWide icon="phone" onClick={onSms}>
          {t('account.sms_way')}
        </Button>
      ) : null}
      {passkey}
      <SocialEntry social={data.social} returnUrl={data.returnUrl} />
    </form>
  )
}

/** What else somebody may want who came to sign in. */
function OtherWays() {
  const app = useApp()
  const t = useText()
  const Link = useLink()
  const registration = offeredPath(app, 'registration')
  const restoring = offeredPath(app, 'restore_password')
  return (
    <div className={styles.aside}>
      {restoring ? <Link to={restoring}>{t('account.forgot_password')}</Link> : null}
      {registration ? (
        <p>
          {t('account.no_account')} <Link to={registration}>{t('account.to_registration')}</Link>
        </p>
      ) : null}
    </div>
  )
}
