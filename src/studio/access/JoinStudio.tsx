import { useState } from 'react'
import { Navigate } from 'react-router'
import { joinStudio } from '#calls/studio/studio-access.calls.ts'
import { useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useDeed } from '../app/use-answer.ts'
import { LabelledInput } from '../parts/LabelledInput.tsx'
import { Remark } from '../parts/Remark.tsx'
import { AccessForm } from './AccessForm.tsx'
import { fieldsOf } from './form-fields.ts'
import { tokenOf } from './link-token.ts'
import { NewPasswordInput } from './NewPasswordInput.tsx'

/** `/join#TOKEN`: accepts an invitation. */
export function JoinStudio() {
  const { call, session, setSession } = useStudio()
  const [token] = useState(() => tokenOf(location.hash))
  const deed = useDeed(async (form: FormData) => {
    const { name, password } = fieldsOf(form, ['name', 'password'])
    if (token) setSession(await call(joinStudio, { body: { token, name, password } }))
  })
  if (session.account) return <Navigate to="/" replace />
  if (!token) return <Remark kind="problem">{say('access.link_missing')}</Remark>
  return (
    <AccessForm
      title={say('access.join_title')}
      lead={say('access.join_lead')}
      submit={say('access.join_submit')}
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
      <NewPasswordInput />
    </AccessForm>
  )
}
