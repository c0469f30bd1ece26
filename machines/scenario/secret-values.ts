import { traceHash } from './trace-hash.ts'

const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const DEFAULT_LENGTH = 12

/**
 * Replaces every placeholder `{"$secret": "password", "len": 12}` by a text of that length. The same seed and name give
 * the same text, so a secret can be compared in expectations though no file ever holds one.
 */
export function fillSecrets(value: unknown, seed: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((member) => fillSecrets(member, seed))
  const { $secret, len } = value as Record<string, unknown>
  if (typeof $secret === 'string')
    return secretText(`${seed}:${$secret}`, typeof len === 'number' ? len : DEFAULT_LENGTH)
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fillSecrets(member, seed)]))
}

function secretText(name: string, length: number): string {
  let text = ''
  for (let index = 0; text.length < length; index += 1) {
    text += ALPHABET[Number.parseInt(traceHash(`${name}:${index}`).slice(0, 8), 16) % ALPHABET.length]
  }
  return text
}
