import { type FormEvent, useId, useState } from 'react'
import type { ScenarioEvent } from '#schemas'
import type { EventField, EventForm } from '../charts/viewer-data.ts'
import { answersOf, eventOf, readJson } from './event-answers.ts'
import { jsonText } from './StepFacts.tsx'
import { texts } from './texts.ts'

interface CardProps {
  readonly type: string
  /** Absent where no schema says what is in the event. */
  readonly form: EventForm | undefined
  readonly typical: readonly ScenarioEvent[]
  can(event: ScenarioEvent): boolean | undefined
  faultsOf(event: ScenarioEvent): readonly { readonly pointer: string; readonly message: string }[]
  onSend(event: ScenarioEvent): void
}

/** One type of event: whether it would do something now, its typical values to be sent at once, and a form for others. */
export function EventCard({ type, form, typical, can, faultsOf, onSend }: CardProps) {
  const isAble = (typical.length > 0 ? typical : [{ type }]).some((event) => can(event) === true)
  return (
    <details className="card" data-able={isAble} name="event">
      <summary>
        <code>{type}</code> <span>{isAble ? texts.acts : texts.ignores}</span>
      </summary>
      {form && form.description !== '' && <p className="was">{form.description}</p>}
      {typical.length > 0 && (
        <div className="quick">
          {typical.map((event) => (
            <button key={jsonText(event)} type="button" onClick={() => onSend(event)}>
              {texts.send} <code>{payloadText(event)}</code>
            </button>
          ))}
        </div>
      )}
      {form ? (
        <FieldForm form={form} first={typical[0]} faultsOf={faultsOf} onSend={onSend} />
      ) : (
        <JsonForm first={typical[0] ?? { type }} faultsOf={faultsOf} onSend={onSend} />
      )}
    </details>
  )
}

function payloadText({ type: _, ...payload }: ScenarioEvent): string {
  return Object.keys(payload).length > 0 ? jsonText(payload) : ''
}

type SendingProps = Pick<CardProps, 'faultsOf' | 'onSend'>

function FieldForm({
  form,
  first,
  faultsOf,
  onSend,
}: SendingProps & { readonly form: EventForm; readonly first: ScenarioEvent | undefined }) {
  const [answers, setAnswers] = useState(() => answersOf(form, first))
  const [faults, setFaults] = useState<readonly string[]>([])
  const onSubmit = (submit: FormEvent) => {
    submit.preventDefault()
    const { event, wrong } = eventOf(form, answers)
    const found = [
      ...wrong.map((name) => `${name}: ${texts.notJson}`),
      ...(wrong.length > 0 ? [] : faultTexts(faultsOf(event))),
    ]
    setFaults(found)
    if (found.length === 0) onSend(event)
  }
  if (form.fields.length === 0 && first) return null
  return (
    <form onSubmit={onSubmit}>
      {form.fields.map((field) => (
        <Answer
          key={field.name}
          field={field}
          value={answers[field.name] ?? ''}
          onChange={(value) => setAnswers((old) => ({ ...old, [field.name]: value }))}
        />
      ))}
      <Faults faults={faults} />
      <button type="submit">{texts.send}</button>
    </form>
  )
}

interface AnswerProps {
  readonly field: EventField
  readonly value: string
  onChange(value: string): void
}

function Answer({ field, value, onChange }: AnswerProps) {
  const { name, kind, isRequired, isSecret, choices, description } = field
  const id = useId()
  const shared = { id: `${id}input`, 'aria-describedby': description === '' ? undefined : id, value }
  const options =
    kind === 'boolean'
      ? [['true', texts.yes] as const, ['false', texts.no] as const]
      : choices.map((choice) => [choice, choice] as const)
  return (
    <div className="answer">
      <label htmlFor={`${id}input`}>
        <span>
          {name} <em>{isSecret ? texts.secretLength : isRequired ? '' : texts.optional}</em>
        </span>
        {options.length > 0 ? (
          <select {...shared} onChange={({ target }) => onChange(target.value)}>
            <option value="">{texts.unset}</option>
            {options.map(([option, text]) => (
              <option key={option} value={option}>
                {text}
              </option>
            ))}
          </select>
        ) : kind === 'json' && !isSecret ? (
          <textarea rows={3} {...shared} onChange={({ target }) => onChange(target.value)} />
        ) : (
          <input
            type={kind === 'number' || isSecret ? 'number' : 'text'}
            step="any"
            {...shared}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </label>
      {description !== '' && (
        <p id={id} className="was">
          {description}
        </p>
      )}
    </div>
  )
}

function JsonForm({ first, faultsOf, onSend }: SendingProps & { readonly first: ScenarioEvent }) {
  const [text, setText] = useState(() => JSON.stringify(first, null, 2))
  const [faults, setFaults] = useState<readonly string[]>([])
  const onSubmit = (submit: FormEvent) => {
    submit.preventDefault()
    const event = readJson(text)?.value
    const found = isEvent(event) ? faultTexts(faultsOf(event)) : [texts.notJson]
    setFaults(found)
    if (isEvent(event) && found.length === 0) onSend(event)
  }
  return (
    <form onSubmit={onSubmit}>
      <label>
        <span>{texts.asJson}</span>
        <textarea rows={4} value={text} onChange={({ target }) => setText(target.value)} />
      </label>
      <Faults faults={faults} />
      <button type="submit">{texts.send}</button>
    </form>
  )
}

/** Whether a value can be sent to a machine as an event at all. */
export function isEvent(value: unknown): value is ScenarioEvent {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** Faults as lines, each with its place in the event. */
export function faultTexts(faults: ReturnType<CardProps['faultsOf']>): readonly string[] {
  return faults.map(({ pointer, message }) => `${pointer.replace(/^\/event/, '') || '/'}: ${message}`)
}

/** What is wrong with what a person has written. */
export function Faults({ faults }: { readonly faults: readonly string[] }) {
  if (faults.length === 0) return null
  return (
    <ul className="form-faults" role="alert">
      {faults.map((fault) => (
        <li key={fault}>{fault}</li>
      ))}
    </ul>
  )
}
