import type { EventSchema, EventSecret } from '#schemas/event-schema.ts'
import { readPointer } from '../player/json-pointer.ts'

/** What stands for a secret of a name. */
export type SecretReplacer = (name: string, value: unknown) => unknown

/**
 * A copy of an event without its secrets, found by the schema alone: each becomes a placeholder as scenarios have it,
 * `{"$secret": "password", "len": 14}`. An event that the schema does not know keeps nothing but its type.
 * @param replace makes the placeholder of a value; without it `len` is the length of a text in UTF-16 units, and of anything
 *   else absent
 */
export function withoutSecrets(
  { events }: EventSchema,
  event: { readonly type: string },
  replace: SecretReplacer = placeholder,
): Readonly<Record<string, unknown>> {
  const known = Object.hasOwn(events, event.type) ? events[event.type] : undefined
  if (!known) return { type: event.type }
  return withoutSecretsAt(known.secrets, event, replace)
}

/** A copy of an object, such as an answer, without the secrets that its schema tells. */
export function withoutSecretsAt(
  secrets: readonly EventSecret[],
  value: Readonly<Record<string, unknown>>,
  replace: SecretReplacer = placeholder,
): Readonly<Record<string, unknown>> {
  const held = secrets.filter(({ when }) => !when || when.isOneOf.includes(readPointer(value, when.pointer)))
  const pointers = [...new Set(held.map(({ pointer }) => pointer))]
  return pointers.reduce<Readonly<Record<string, unknown>>>(
    (copy, pointer) => redacted(copy, pointer.split('/').slice(1), replace),
    { ...value },
  )
}

function redacted(
  node: Readonly<Record<string, unknown>>,
  path: readonly string[],
  replace: SecretReplacer,
): Readonly<Record<string, unknown>> {
  const [token = '', ...rest] = path
  const name = token.replaceAll('~1', '/').replaceAll('~0', '~')
  if (!Object.hasOwn(node, name)) return node
  const value = node[name]
  if (rest.length === 0) return { ...node, [name]: replaced(name, value, replace) }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return {
    ...node,
    [name]: isObject ? redacted(value as Record<string, unknown>, rest, replace) : replace(name, value),
  }
}

/** A list of texts stays one, so that a machine finds what it expects. */
function replaced(name: string, value: unknown, replace: SecretReplacer): unknown {
  const isOfTexts = Array.isArray(value) && value.every((item) => typeof item === 'string')
  return isOfTexts ? value.map((item) => replace(name, item)) : replace(name, value)
}

function placeholder(name: string, value: unknown): object {
  return typeof value === 'string' ? { $secret: name, len: value.length } : { $secret: name }
}
