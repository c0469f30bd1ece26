import { useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { signInByStudioPasskey, signInToStudio, startStudioPasskeySignIn } from '#calls/studio/studio-access.calls.ts'
import { failureText } from '../app/failure-text.ts'
import { useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useDeed } from '../app/use-answer.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { LabelledInput } from '../parts/LabelledInput.tsx'
import { Remark } from '../parts/Remark.tsx'
import { AccessForm } from './AccessForm.tsx'
import { fieldsOf } from './form-fields.ts'
import { placeAfter } from './link-token.ts'
import { hasPasskeys, takePasskey } from './passkey-browser.ts'

/** `/sign-in`: address and password, then the code where the account asks for one. */
export function StudioSignIn() {
  const { call, session, setSession } = useStudio()
  const { search } = useLocation()
  const [known, setKnown] = useState<{ readonly email: string; readonly password: string } | null>(null)
  const deed = useDeed(async (form: FormData) => {
    const { email, password, code } = fieldsOf(form, ['email', 'password', 'code'])
    const body = known ? { ...known, code } : { email, password }
    const answer = await call(signInToStudio, { body })
    if (answer.account) setSession({ isClaimed: true, account: answer.account })
    else setKnown({ email: body.email, password: body.password })
  })
  if (session.account) return <Navigate to={placeAfter(search)} replace />
  if (!session.isClaimed) return <Remark kind="note">{say('access.unclaimed')}</Remark>
  const startOver = () => {
    deed.forget()
    setKnown(null)
  }
  return (
    <>
      <AccessForm
        key={known ? 'code' : 'password'}
        title={say('access.sign_in_title')}
        lead={say('access.sign_in_lead')}
        submit={say(known ? 'access.code_submit' : 'access.sign_in_submit')}
        deed={deed}
      >
        {known ? <CodeStep onBack={startOver} /> : <PasswordStep />}
      </AccessForm>
      {!known && hasPasskeys() && <PasskeySignIn />}
      <p>{session.sendsMail ? <Link to="/forgotten">{say('access.forgotten_link')}</Link> : say('access.forgotten')}</p>
    </>
  )
}

/** Signs in without a password: a passkey is both factors. */
function PasskeySignIn() {
  const { call, setSession } = useStudio()
  const deed = useDeed(async () => {
    const signed = await takePasskey(await call(startStudioPasskeySignIn, {}))
    setSession(await call(signInByStudioPasskey, { body: signed }))
  })
  return (
    <>
      <div>
        <ActionButton glyph="lock" disabled={deed.isBusy} onClick={() => deed.run()}>
          {say('access.passkey')}
        </ActionButton>
      </div>
      {deed.error !== null && <Remark kind="problem">{failureText(deed.error)}</Remark>}
    </>
  )
}

function PasswordStep() {
  return (
    <>
      <LabelledInput
        label={say('access.email')}
        name="email"
        type="email"
        autoComplete="username"
        required
        maxLength={254}
      />
      <LabelledInput
        label={say('access.password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        maxLength={200}
      />
    </>
  )
}

function CodeStep({ onBack }: { readonly onBack: () => void }) {
  return (
    <>
      <LabelledInput
        label={say('access.code')}
        hint={say('access.code_hint')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\d{6}"
        maxLength={6}
        required
        autoFocus
      />
      <ActionButton kind="quiet" isSmall onClick={onBack}>
        {say('access.code_back')}
      </ActionButton>
    </>
  )
}
