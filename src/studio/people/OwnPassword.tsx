import { useRef, useState } from 'react'
import { changeStudioPassword } from '#calls/studio/studio-access.calls.ts'
import { fieldsOf } from '../access/form-fields.ts'
import { NewPasswordInput } from '../access/NewPasswordInput.tsx'
import { failureText } from '../app/failure-text.ts'
import { useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useDeed } from '../app/use-answer.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { LabelledInput } from '../parts/LabelledInput.tsx'
import { Remark } from '../parts/Remark.tsx'
import styles from './OwnAccount.module.css'

/** The password of the own account: changed by the one that it has. */
export function OwnPassword() {
  const { call } = useStudio()
  const form = useRef<HTMLFormElement>(null)
  const [changes, setChanges] = useState(0)
  const changing = useDeed(async (data: FormData) => {
    const { current, password } = fieldsOf(data, ['current', 'password'])
    await call(changeStudioPassword, { body: { current, password } })
    form.current?.reset()
    setChanges((count) => count + 1)
  })
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{say('you.password')}</h2>
      {changes > 0 && !changing.isBusy && changing.error === null && (
        <Remark kind="good">{say('you.password_done')}</Remark>
      )}
      {changing.error !== null && <Remark kind="problem">{failureText(changing.error)}</Remark>}
      <form
        ref={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          changing.run(new FormData(event.currentTarget))
        }}
      >
        <LabelledInput
          label={say('you.password_current')}
          name="current"
          type="password"
          autoComplete="current-password"
          required
          maxLength={200}
        />
        <NewPasswordInput key={changes} label={say('you.password_new')} />
        <ActionButton type="submit" disabled={changing.isBusy}>
          {say('you.password_submit')}
        </ActionButton>
      </form>
    </section>
  )
}
