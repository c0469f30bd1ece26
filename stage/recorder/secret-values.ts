import { traceHash } from '../player/trace-hash.ts'

const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const DEFAULT_LENGTH = 12

/**
 * Replaces every placeholder `{"$secret": "password", "len": 12}` by a text of that length. The same seed and name give
 * the same text, so a secret can be compared in expectations though no file ever holds one.
 */
export function fillSecrets(value: unknown, seed: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { $secret, len } = value as Record<string, unknown>
  if (typeof $secret === 'string')
    return secretText(`${seed}:${$secret}`, typeof len === 'number' ? len : DEFAULT_LENGTH)
  return filledMembers(value, seed)
}

/** The object itself when nothing in it is a placeholder: most are not, and a replay asks for each of its steps. */
function filledMembers(value: object, seed: number): object {
  let filled: Record<string, unknown> | undefined
  for (const key of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[key]
    const fresh = fillSecrets(member, seed)
    if (fresh === member) continue
    filled ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>
    filled[key] = fresh
  }
  return filled ?? value
}

const known = new Map<string, string>()
/** As many texts are kept as any folder of scenarios has. */
const KNOWN_MAX = 1000

function secretText(name: string, length: number): string {
  const key = `${name}:${length}`
  const text = known.get(key) ?? madeText(name, length)
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(key, text)
  return text
}

function madeText(name: string, length: number): string {
  let text = ''
  for (let index = 0; text.length < length; index += 1) {
    text += ALPHABET[Number.parseInt(traceHash(`${name}:${index}`).slice(0, 8), 16) % ALPHABET.length]
  }
  return text
}
