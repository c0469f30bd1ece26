import { useState } from 'react'
import { Link } from 'react-router'
import { forgetStudioPassword } from '#calls/studio/studio-access.calls.ts'
import { useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useDeed } from '../app/use-answer.ts'
import { LabelledInput } from '../parts/LabelledInput.tsx'
import { Remark } from '../parts/Remark.tsx'
import { AccessForm } from './AccessForm.tsx'
import { fieldsOf } from './form-fields.ts'

/** `/forgotten`: asks for a link that sets a new password. */
export function ForgottenPassword() {
  const { call, session } = useStudio()
  const [asked, setAsked] = useState<string | null>(null)
  const deed = useDeed(async (form: FormData) => {
    const { email } = fieldsOf(form, ['email'])
    await call(forgetStudioPassword, { body: { email } })
    setAsked(email)
  })
  if (!session.sendsMail) return <Remark kind="note">{say('access.no_mail')}</Remark>
  if (asked !== null)
    return (
      <Remark kind="good" action={<Link to="/sign-in">{say('access.to_sign_in')}</Link>}>
        {say('access.forgotten_done', { email: asked })}
      </Remark>
    )
  return (
    <>
      <AccessForm
        title={say('access.forgotten_title')}
        lead={say('access.forgotten_lead')}
        submit={say('access.forgotten_submit')}
        deed={deed}
      >
        <LabelledInput
          label={say('access.email')}
          name="email"
          type="email"
          autoComplete="username"
          required
          maxLength={254}
        />
      </AccessForm>
      <p>
        <Link to="/sign-in">{say('access.to_sign_in')}</Link>
      </p>
    </>
  )
}
