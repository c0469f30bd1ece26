import { type FormEvent, useState } from 'react'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { ScenarioStep } from '#schemas'
import { eventFaults, schemaOf } from '../player/event-check.rules.ts'
import { Faults, faultTexts, isEvent } from './EventCard.tsx'
import { readJson, withHiddenSecrets } from './event-answers.ts'
import { texts } from './texts.ts'

interface IllegalProps {
  readonly contract: AnyMachineContract
  readonly at: number
  readonly seed: number
  onSend(step: ScenarioStep): void
}

/** An event that no page sends: free JSON, with a note that says what is wrong with it. One that the schema allows is refused. */
export function IllegalEvent({ contract, at, seed, onSend }: IllegalProps) {
  const [text, setText] = useState(() => JSON.stringify(contract.events[0] ?? { type: '' }, null, 2))
  const [note, setNote] = useState('')
  const [faults, setFaults] = useState<readonly string[]>([])
  const onSubmit = (submit: FormEvent) => {
    submit.preventDefault()
    const event = readJson(text)?.value
    if (!isEvent(event)) return setFaults([texts.noEvent])
    const step = illegalStep(at, withHiddenSecrets(schemaOf(contract), event), note.trim())
    const found = faultTexts(eventFaults(step, contract, seed))
    setFaults(found)
    if (found.length === 0) onSend(step)
  }
  return (
    <details className="card" name="event">
      <summary>
        {texts.illegal} <span>{texts.illegalMark}</span>
      </summary>
      <p className="was">{texts.illegalHint}</p>
      <form onSubmit={onSubmit}>
        <label>
          <span>{texts.asJson}</span>
          <textarea rows={4} required value={text} onChange={({ target }) => setText(target.value)} />
        </label>
        <label>
          <span>{texts.illegalNote}</span>
          <input required value={note} onChange={({ target }) => setNote(target.value)} />
        </label>
        <Faults faults={faults} />
        <button type="submit">{texts.sendIllegal}</button>
      </form>
    </details>
  )
}

function illegalStep(at: number, event: NonNullable<ScenarioStep['event']>, note: string): ScenarioStep {
  return { at, do: 'send', actor: 'root', event, illegal: true, note }
}
