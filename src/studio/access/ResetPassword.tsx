import { useState } from 'react'
import { Link } from 'react-router'
import { resetStudioPassword } from '#calls/studio/studio-access.calls.ts'
import { useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useDeed } from '../app/use-answer.ts'
import { Remark } from '../parts/Remark.tsx'
import { AccessForm } from './AccessForm.tsx'
import { fieldsOf } from './form-fields.ts'
import { tokenOf } from './link-token.ts'
import { NewPasswordInput } from './NewPasswordInput.tsx'

/** `/reset#TOKEN`: sets a new password by a link. */
export function ResetPassword() {
  const { call } = useStudio()
  const [token] = useState(() => tokenOf(location.hash))
  const [isDone, setIsDone] = useState(false)
  const deed = useDeed(async (form: FormData) => {
    const { password } = fieldsOf(form, ['password'])
    if (token) await call(resetStudioPassword, { body: { token, password } })
    setIsDone(true)
  })
  if (!token) return <Remark kind="problem">{say('access.link_missing')}</Remark>
  if (isDone)
    return (
      <Remark kind="good" action={<Link to="/sign-in">{say('access.to_sign_in')}</Link>}>
        {say('access.reset_done')}
      </Remark>
    )
  return (
    <AccessForm
      title={say('access.reset_title')}
      lead={say('access.reset_lead')}
      submit={say('access.reset_submit')}
      deed={deed}
    >
      <NewPasswordInput />
    </AccessForm>
  )
}
