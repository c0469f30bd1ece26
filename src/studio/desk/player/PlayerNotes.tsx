import { useState } from 'react'
import { notePlayer } from '#calls/studio/studio-desk.calls.ts'
import type { DeskPlayerAnswer } from '#schemas'
import { failureText } from '../../app/failure-text.ts'
import { momentText } from '../../app/moment-text.ts'
import { useStudio } from '../../app/studio-context.tsx'
import { say } from '../../app/studio-texts.ts'
import { useDeed } from '../../app/use-answer.ts'
import { ActionButton } from '../../parts/ActionButton.tsx'
import { Remark } from '../../parts/Remark.tsx'
import { AreaInput } from '../AreaInput.tsx'
import styles from './PlayerNotes.module.css'

interface PlayerNotesProps {
  readonly brand: string
  readonly player: DeskPlayerAnswer
  readonly onDone: () => void
}

/** What operators have noted about a player, and the field for another note. */
export function PlayerNotes({ brand, player: { card, notes, mayAct }, onDone }: PlayerNotesProps) {
  const { call } = useStudio()
  const [text, setText] = useState('')
  const deed = useDeed(async () => {
    await call(notePlayer, { segments: { brand }, body: { accountId: card.accountId, text: text.trim() } })
    setText('')
    onDone()
  })
  if (notes.length === 0 && !mayAct) return null
  return (
    <section className={styles.part}>
      <h3>{say('desk.notes')}</h3>
      <ul className={styles.notes}>
        {notes.map((note) => (
          <li key={note.id} className={styles.note}>
            <span className={styles.facts}>
              {note.author} · {momentText(note.at)}
            </span>
            <p className={styles.text}>{note.text}</p>
          </li>
        ))}
      </ul>
      {mayAct && (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            deed.run()
          }}
        >
          <AreaInput
            label={say('desk.note')}
            hint={say('desk.note_hint')}
            rows={2}
            maxLength={4000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <ActionButton type="submit" isSmall disabled={text.trim() === '' || deed.isBusy}>
            {say('desk.note_submit')}
          </ActionButton>
          {deed.error !== null && <Remark kind="problem">{failureText(deed.error)}</Remark>}
        </form>
      )}
    </section>
  )
}
