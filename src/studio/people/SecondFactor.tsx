import { useState } from 'react'
import { changeStudioTotp, startStudioTotp } from '#calls/studio/studio-access.calls.ts'
import type { StudioTotpAnswer } from '#schemas'
import { fieldsOf } from '../access/form-fields.ts'
import { failureText } from '../app/failure-text.ts'
import { useAccount, useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useDeed } from '../app/use-answer.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { CopyField } from '../parts/CopyField.tsx'
import { LabelledInput } from '../parts/LabelledInput.tsx'
import { Remark } from '../parts/Remark.tsx'
import styles from './OwnAccount.module.css'
import { QrPicture } from './QrPicture.tsx'

/** The authenticator app of the own account: set up by a code, switched off by the password. */
export function SecondFactor() {
  const { call, setSession } = useStudio()
  const { hasSecondFactor } = useAccount()
  const [secret, setSecret] = useState<StudioTotpAnswer | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const starting = useDeed(async () => setSecret(await call(startStudioTotp, {})))
  const changing = useDeed(async (form: FormData) => {
    const { code, password } = fieldsOf(form, ['code', 'password'])
    setSession(await call(changeStudioTotp, { body: hasSecondFactor ? { password } : { code } }))
    setDone(say(hasSecondFactor ? 'you.done_off' : 'you.done_on'))
    setSecret(null)
  })
  const error = changing.error ?? starting.error
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{say('you.second_factor')}</h2>
      {done && <Remark kind="good">{done}</Remark>}
      <p>{say(hasSecondFactor ? 'you.second_factor_on' : 'you.second_factor_off')}</p>
      <p className={styles.note}>{say('you.recovery')}</p>
      {error !== null && <Remark kind="problem">{failureText(error)}</Remark>}
      {!hasSecondFactor && !secret && (
        <ActionButton disabled={starting.isBusy} onClick={() => starting.run()}>
          {say('you.start')}
        </ActionButton>
      )}
      {(hasSecondFactor || secret) && (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            changing.run(new FormData(event.currentTarget))
          }}
        >
          {secret && <Secret secret={secret} />}
          {hasSecondFactor && (
            <LabelledInput
              label={say('you.stop_password')}
              name="password"
              type="password"
              autoComplete="current-password"
              required
              maxLength={200}
            />
          )}
          <ActionButton type="submit" kind={hasSecondFactor ? 'danger' : 'primary'} disabled={changing.isBusy}>
            {say(hasSecondFactor ? 'you.stop' : 'you.confirm')}
          </ActionButton>
        </form>
      )}
    </section>
  )
}

function Secret({ secret: { uri, secret } }: { readonly secret: StudioTotpAnswer }) {
  return (
    <>
      <p>{say('you.scan')}</p>
      <QrPicture text={uri} label={say('you.qr')} />
      <CopyField label={say('you.key')} value={secret} />
      <LabelledInput
        label={say('you.code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\d{6}"
        maxLength={6}
        required
      />
    </>
  )
}
