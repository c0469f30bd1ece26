import { useState } from 'react'
import { inviteToStudio } from '#calls/studio/studio-access.calls.ts'
import type { StudioGrant, StudioInvitationAnswer } from '#schemas'
import { failureText } from '../app/failure-text.ts'
import { momentText } from '../app/moment-text.ts'
import { useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useDeed } from '../app/use-answer.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { CopyField } from '../parts/CopyField.tsx'
import { LabelledInput } from '../parts/LabelledInput.tsx'
import { ModalBox } from '../parts/ModalBox.tsx'
import { Remark } from '../parts/Remark.tsx'
import { GrantsField } from './GrantsField.tsx'

/** Invites a colleague: makes a one-time link, which is shown once. */
export function InviteBox({ onClose }: { readonly onClose: () => void }) {
  const { call } = useStudio()
  const [email, setEmail] = useState('')
  const [grants, setGrants] = useState<readonly StudioGrant[]>([{ role: 'editor', scope: '*' }])
  const [made, setMade] = useState<StudioInvitationAnswer | null>(null)
  const deed = useDeed(async () =>
    setMade(await call(inviteToStudio, { body: { email: email.trim(), grants: [...grants] } })),
  )
  if (made) {
    return (
      <ModalBox title={say('people.invite_title')} onClose={onClose}>
        <p>
          {say(made.isSent ? 'people.invite_sent' : 'people.invite_done', { email, when: momentText(made.expiresAt) })}
        </p>
        <CopyField label={say('people.invite_link', { email })} value={made.link} />
      </ModalBox>
    )
  }
  const isMissing = !/^\S+@\S+$/.test(email.trim()) || grants.length === 0
  const actions = (
    <ActionButton kind="primary" disabled={isMissing || deed.isBusy} onClick={() => deed.run()}>
      {say('people.invite_submit')}
    </ActionButton>
  )
  return (
    <ModalBox title={say('people.invite_title')} actions={actions} onClose={onClose}>
      <LabelledInput
        label={say('people.email')}
        type="email"
        autoComplete="off"
        maxLength={254}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <GrantsField grants={grants} onChange={setGrants} />
      {deed.error !== null && <Remark kind="problem">{failureText(deed.error)}</Remark>}
    </ModalBox>
  )
}
