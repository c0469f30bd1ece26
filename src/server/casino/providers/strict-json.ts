/** A number that is not written as a whole number that can be counted exactly: `1e3`, `-0`, `1.50` or one beyond 2^53. */
export class InexactNumber {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

const WHOLE = /^(?:0|-?[1-9]\d*)$/

type SourceReviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown

/** Reads JSON whose numbers mean money: each is as it is written, or an InexactNumber. @returns undefined when the bytes are no JSON */
export function readStrictJson(bytes: Uint8Array): unknown {
  const reviver: SourceReviver = (_key, value, { source = '' }) =>
    typeof value === 'number' && !(WHOLE.test(source) && Number.isSafeInteger(value))
      ? new InexactNumber(source)
      : value
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return JSON.parse(text, reviver as (this: unknown, key: string, value: unknown) => unknown)
  } catch {
    // What is no JSON is no call: the adapter says so in the provider's words.
    return undefined
  }
}

/** The fields of an object; null when it is none. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | null {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject && !(value instanceof InexactNumber) ? (value as Readonly<Record<string, unknown>>) : null
}
