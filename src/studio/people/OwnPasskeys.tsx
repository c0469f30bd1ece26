import { useCallback, useState } from 'react'
import {
  addStudioPasskey,
  listStudioPasskeys,
  removeStudioPasskey,
  startStudioPasskey,
} from '#calls/studio/studio-access.calls.ts'
import type { StudioPasskey } from '#schemas'
import { fieldsOf } from '../access/form-fields.ts'
import { hasPasskeys, makePasskey } from '../access/passkey-browser.ts'
import { failureText } from '../app/failure-text.ts'
import { momentText } from '../app/moment-text.ts'
import { useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useAnswer, useDeed } from '../app/use-answer.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { Awaited } from '../parts/Awaited.tsx'
import { LabelledInput } from '../parts/LabelledInput.tsx'
import { ModalBox } from '../parts/ModalBox.tsx'
import { Remark } from '../parts/Remark.tsx'
import styles from './OwnAccount.module.css'

/** The passkeys of the own account: made and removed by the password. */
export function OwnPasskeys() {
  const { call } = useStudio()
  const loaded = useAnswer(useCallback(() => call(listStudioPasskeys, {}), [call]))
  const [asked, setAsked] = useState<'new' | StudioPasskey | null>(null)
  const deed = useDeed(async (form: FormData) => {
    const { password, name } = fieldsOf(form, ['password', 'name'])
    if (asked === 'new') {
      const made = await makePasskey(await call(startStudioPasskey, { body: { password } }))
      loaded.replace(await call(addStudioPasskey, { body: { ...made, name } }))
    } else if (asked) loaded.replace(await call(removeStudioPasskey, { body: { id: asked.id, password } }))
    setAsked(null)
  })
  const close = () => {
    deed.forget()
    setAsked(null)
  }
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{say('you.passkeys')}</h2>
      <p>{say(hasPasskeys() ? 'you.passkeys_lead' : 'you.passkeys_unsupported')}</p>
      <Awaited loaded={loaded}>
        {({ passkeys }) =>
          passkeys.length > 0 && (
            <ul className={styles.passkeys}>
              {passkeys.map((passkey) => (
                <Passkey key={passkey.id} passkey={passkey} onRemove={() => setAsked(passkey)} />
              ))}
            </ul>
          )
        }
      </Awaited>
      {hasPasskeys() && (
        <div>
          <ActionButton glyph="plus" onClick={() => setAsked('new')}>
            {say('you.passkey_new')}
          </ActionButton>
        </div>
      )}
      {asked && <PasskeyBox asked={asked} deed={deed} onClose={close} />}
    </section>
  )
}

function Passkey({ passkey, onRemove }: { readonly passkey: StudioPasskey; readonly onRemove: () => void }) {
  const { name, createdAt, lastUsedAt } = passkey
  const used = lastUsedAt ? say('you.passkey_used', { when: momentText(lastUsedAt) }) : say('you.passkey_unused')
  return (
    <li className={styles.passkey}>
      <span className={styles.words}>
        <strong>{name}</strong>
        <span className={styles.note}>{say('you.passkey_made', { when: momentText(createdAt) })}</span>
        <span className={styles.note}>{used}</span>
      </span>
      <ActionButton kind="danger" isSmall onClick={onRemove}>
        {say('you.passkey_remove', { name })}
      </ActionButton>
    </li>
  )
}

interface PasskeyBoxProps {
  readonly asked: 'new' | StudioPasskey
  readonly deed: { readonly isBusy: boolean; readonly error: unknown; readonly run: (form: FormData) => void }
  readonly onClose: () => void
}

const FORM = 'own-passkey'

function PasskeyBox({ asked, deed, onClose }: PasskeyBoxProps) {
  const isNew = asked === 'new'
  const actions = (
    <>
      <ActionButton kind="quiet" onClick={onClose}>
        {say('common.cancel')}
      </ActionButton>
      <ActionButton type="submit" form={FORM} kind={isNew ? 'primary' : 'danger'} disabled={deed.isBusy}>
        {say(isNew ? 'you.passkey_make' : 'you.passkey_remove_submit')}
      </ActionButton>
    </>
  )
  const title = isNew ? say('you.passkey_new') : say('you.passkey_remove_title', { name: asked.name })
  return (
    <ModalBox title={title} actions={actions} onClose={onClose}>
      <form
        id={FORM}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          deed.run(new FormData(event.currentTarget))
        }}
      >
        {isNew && <LabelledInput label={say('you.passkey_name')} name="name" required maxLength={60} />}
        <LabelledInput
          label={say('you.passkey_password')}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          maxLength={200}
        />
      </form>
      {deed.error !== null && <Remark kind="problem">{failureText(deed.error)}</Remark>}
    </ModalBox>
  )
}
