import type { ScenarioEvent } from '#schemas'
import type { EventSchema } from '#schemas/event-schema.ts'
import type { EventField, EventForm } from '../charts/viewer-data.ts'
import { withoutSecrets } from '../recorder/event-secrets.ts'

/** Field → its content, as text. An empty text is no answer. */
export type EventAnswers = Readonly<Record<string, string>>

/** The content of the form of an existing event. */
export function answersOf({ fields }: EventForm, event: Readonly<Record<string, unknown>> | undefined): EventAnswers {
  return Object.fromEntries(fields.map((field) => [field.name, answerText(field, event?.[field.name])]))
}

function answerText({ kind, isSecret }: EventField, value: unknown): string {
  if (value === undefined) return ''
  if (isSecret) return String(secretLength(value))
  return kind === 'json' || typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A secret itself is never part of a scenario; only its length is. */
function secretLength(value: unknown): number {
  if (typeof value === 'string') return value.length
  const length = typeof value === 'object' && value !== null && 'len' in value ? Number(value.len) : Number.NaN
  return Number.isInteger(length) ? length : DEFAULT_LENGTH
}

const DEFAULT_LENGTH = 12

/** The event that the answers make, and the names of fields that hold no JSON though they must. */
export function eventOf(
  { type, fields }: EventForm,
  answers: EventAnswers,
): { readonly event: ScenarioEvent; readonly wrong: readonly string[] } {
  const event: Record<string, unknown> & { type: string } = { type }
  const wrong: string[] = []
  for (const field of fields) {
    const text = answers[field.name] ?? ''
    if (text === '') continue
    const read = readAnswer(field, text)
    if (read) event[field.name] = read.value
    else wrong.push(field.name)
  }
  return { event, wrong }
}

function readAnswer({ name, kind, isSecret }: EventField, text: string): { readonly value: unknown } | undefined {
  if (isSecret) return { value: { $secret: name, len: Number(text) } }
  if (kind === 'number') return { value: Number(text) }
  if (kind === 'boolean') return { value: text === 'true' }
  return kind === 'json' ? readJson(text) : { value: text }
}

/** An event as it may be saved in a file: with a placeholder for each of its secrets, also for those that are only
 *  secret together with another value. */
export function withHiddenSecrets(schema: EventSchema | undefined, event: ScenarioEvent): ScenarioEvent {
  if (!schema || !Object.hasOwn(schema.events, event.type)) return event
  const hide = (name: string, value: unknown) =>
    typeof value === 'object' && value !== null && '$secret' in value
      ? value
      : { $secret: name, len: secretLength(value) }
  return { ...withoutSecrets(schema, event, hide), type: event.type }
}

/** A text as JSON; undefined when it is none. */
export function readJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    // Not JSON: the caller tells the person.
    return undefined
  }
}
