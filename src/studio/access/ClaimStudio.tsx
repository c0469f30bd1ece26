import { useState } from 'react'
import { Navigate } from 'react-router'
import { claimStudio } from '#calls/studio/studio-access.calls.ts'
import { useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useDeed } from '../app/use-answer.ts'
import { LabelledInput } from '../parts/LabelledInput.tsx'
import { Remark } from '../parts/Remark.tsx'
import { AccessForm } from './AccessForm.tsx'
import { fieldsOf } from './form-fields.ts'
import { tokenOf } from './link-token.ts'
import { NewPasswordInput } from './NewPasswordInput.tsx'

/** `/claim#TOKEN`: makes the owner of a studio that has none. */
export function ClaimStudio() {
  const { call, session, setSession } = useStudio()
  const [token] = useState(() => tokenOf(location.hash))
  const deed = useDeed(async (form: FormData) => {
    const { name, email, password } = fieldsOf(form, ['name', 'email', 'password'])
    if (token) setSession(await call(claimStudio, { body: { token, name, email, password } }))
  })
  if (session.account) return <Navigate to="/" replace />
  if (!token) return <Remark kind="problem">{say('access.link_missing')}</Remark>
  return (
    <AccessForm
      title={say('access.claim_title')}
      lead={say('access.claim_lead')}
      submit={say('access.claim_submit')}
      deed={deed}
    >
      <LabelledInput
        label={say('access.name')}
        hint={say('access.name_hint')}
        name="name"
        autoComplete="name"
        required
        maxLength={80}
      />
      <LabelledInput
        label={say('access.email')}
        name="email"
        type="email"
        autoComplete="username"
        required
        maxLength={254}
      />
      <NewPasswordInput />
    </AccessForm>
  )
}
