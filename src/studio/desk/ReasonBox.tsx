import { useState } from 'react'
import { failureText } from '../app/failure-text.ts'
import { say } from '../app/studio-texts.ts'
import { useDeed } from '../app/use-answer.ts'
import { ActionButton, type ActionKind } from '../parts/ActionButton.tsx'
import { ModalBox } from '../parts/ModalBox.tsx'
import { Remark } from '../parts/Remark.tsx'
import { AreaInput } from './AreaInput.tsx'

interface ReasonBoxProps {
  readonly title: string
  readonly text?: string
  /** Words of the button that does it. */
  readonly submit: string
  readonly kind?: ActionKind
  /** Says of the reason who reads it. */
  readonly hint: string
  readonly onClose: () => void
  /** Does the act; the box is closed by it when it has succeeded. */
  readonly perform: (reason: string) => Promise<void>
}

/** Asks why before something is done. */
export function ReasonBox({ title, text, submit, kind = 'primary', hint, onClose, perform }: ReasonBoxProps) {
  const [reason, setReason] = useState('')
  const deed = useDeed(() => perform(reason.trim()))
  const actions = (
    <>
      <ActionButton kind="quiet" onClick={onClose}>
        {say('common.cancel')}
      </ActionButton>
      <ActionButton kind={kind} disabled={reason.trim() === '' || deed.isBusy} onClick={() => deed.run()}>
        {submit}
      </ActionButton>
    </>
  )
  return (
    <ModalBox title={title} actions={actions} onClose={onClose}>
      {text && <p>{text}</p>}
      <AreaInput
        label={say('desk.reason')}
        hint={hint}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {deed.error !== null && <Remark kind="problem">{failureText(deed.error)}</Remark>}
    </ModalBox>
  )
}
