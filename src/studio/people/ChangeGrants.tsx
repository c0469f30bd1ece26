import { useState } from 'react'
import { changeStudioGrants } from '#calls/studio/studio-access.calls.ts'
import type { StudioAccount, StudioAccountsAnswer, StudioGrant } from '#schemas'
import { failureText } from '../app/failure-text.ts'
import { useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useDeed } from '../app/use-answer.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { ModalBox } from '../parts/ModalBox.tsx'
import { Remark } from '../parts/Remark.tsx'
import { GrantsField } from './GrantsField.tsx'

interface ChangeGrantsProps {
  readonly account: StudioAccount
  readonly deed: 'change' | 'lock'
  readonly onClose: () => void
  readonly onChange: (answer: StudioAccountsAnswer) => void
}

/** Changes what an account may do, or takes all of it away. */
export function ChangeGrants({ account, deed, onClose, onChange }: ChangeGrantsProps) {
  const { call } = useStudio()
  const isLock = deed === 'lock'
  const [grants, setGrants] = useState<readonly StudioGrant[]>(isLock ? [] : account.grants)
  const { name, id } = account
  const saving = useDeed(async () => {
    onChange(await call(changeStudioGrants, { body: { accountId: id, grants: [...grants] } }))
    onClose()
  })
  const actions = (
    <>
      <ActionButton kind="quiet" onClick={onClose}>
        {say('common.cancel')}
      </ActionButton>
      <ActionButton kind={isLock ? 'danger' : 'primary'} disabled={saving.isBusy} onClick={() => saving.run()}>
        {say(isLock ? 'people.lock' : 'common.save')}
      </ActionButton>
    </>
  )
  return (
    <ModalBox
      title={say(isLock ? 'people.lock_title' : 'people.change_title', { name })}
      actions={actions}
      onClose={onClose}
    >
      {isLock ? <p>{say('people.lock_text')}</p> : <GrantsField grants={grants} onChange={setGrants} />}
      {saving.error !== null && <Remark kind="problem">{failureText(saving.error)}</Remark>}
    </ModalBox>
  )
}
