import { fillSecrets } from './secret-values.ts'

/** What stands for a secret in a file. */
export interface Placeholder {
  readonly $secret: string
  readonly len?: number
}

/** Members of these names are secret wherever they stand, whatever a schema forgot to say. */
const SECRET_NAME =
  /^(?:password|passwd|secret|token|otp|cvv|cvc)$|[a-z\d](?:Password|Secret|Token)$|[_-](?:password|secret|token)$/i
/** An address that carries one in its query, as the way back from a provider or from a mail does. */
const SECRET_ADDRESS = /[?&#](?:[\w-]*token|password|secret|code|state|nonce)=[^&#]/i
/** A text as short as this occurs in many places that have nothing to do with a secret. */
const EQUAL_MIN = 4
/** As long as this, a secret is recognised within other texts too. */
const WITHIN_MIN = 8

/**
 * The secrets that were seen, and what stands for each: the same placeholder for the same value wherever it stands, so that
 * equal passwords stay equal in a recording (QA-6). It lives in the memory of the page as the secrets themselves do; nothing
 * of it is written but names and lengths.
 */
export class SecretBook {
  readonly #placeholders = new Map<string, Placeholder>()
  readonly #counts = new Map<string, number>()
  #shortest: readonly string[] | undefined

  /** What stands for a value that is secret. Nothing, and an empty text, are none. */
  placeholder(name: string, value: unknown): unknown {
    if (value === null || value === undefined || value === '') return value
    if (typeof value !== 'object') return this.#placeholderOf(name, String(value))
    for (const text of textsIn(value)) this.#placeholderOf(name, text)
    return { $secret: name }
  }

  #placeholderOf(name: string, value: string): Placeholder | string {
    const known = this.#placeholders.get(value)
    if (known || value === '') return known ?? value
    const count = (this.#counts.get(name) ?? 0) + 1
    this.#counts.set(name, count)
    const fresh = { $secret: count > 1 ? `${name}-${count}` : name, len: value.length }
    this.#placeholders.set(value, fresh)
    this.#shortest = undefined
    return fresh
  }

  /**
   * A copy of plain JSON without what is secret by its name: a text or number, or all texts of a list or object.
   * @param names names that are secret besides   @param isError whether members `code` at the top are names of errors, and objects hold errors of single fields
   */
  withoutNamed(value: unknown, names: ReadonlySet<string>, isError: boolean, depth = 0): unknown {
    if (typeof value !== 'object' || value === null || isPlaceholder(value)) return value
    if (Array.isArray(value)) return value.map((member) => this.withoutNamed(member, names, isError, depth + 1))
    return mapMembers(value, (member, key) => {
      const isSecret = (names.has(key) || SECRET_NAME.test(key)) && !(isError && key === 'code')
      const isWhole = typeof member === 'string' || typeof member === 'number' || !isError
      if (!isSecret || !isWhole || typeof member === 'boolean' || isPlaceholder(member)) {
        return this.withoutNamed(member, names, isError, depth + 1)
      }
      return this.placeholder(key, member)
    })
  }

  /**
   * A copy of plain JSON in which no secret that was seen stands any more, where it came from notwithstanding. Texts of
   * `isPublic` stay: a password that is the word `password` does not hide the field of that name.
   */
  withoutKnown(value: unknown, isPublic: (text: string) => boolean): unknown {
    if (typeof value === 'string') return isPublic(value) ? value : this.#withoutKnownText(value)
    if (typeof value === 'number')
      return this.#isKnown(String(value)) ? this.#placeholderOf('number', String(value)) : value
    if (typeof value !== 'object' || value === null || isPlaceholder(value)) return value
    if (Array.isArray(value)) return value.map((member) => this.withoutKnown(member, isPublic))
    const entries = Object.entries(value).map(([key, member]) => {
      const shown = isPublic(key) ? key : this.#withoutKnownText(key)
      return [typeof shown === 'string' ? shown : shown.$secret, this.withoutKnown(member, isPublic)]
    })
    return Object.fromEntries(entries)
  }

  /** Whether a text of a recorded run and one of its replay are the same except for the secrets that were filled in
   *  again. */
  isSameText(recorded: string, replayed: string): boolean {
    if (recorded === replayed) return true
    const known = this.#placeholders.get(recorded)
    return known !== undefined && fillSecrets(known, 0) === replayed
  }

  #isKnown(text: string): boolean {
    return text.length >= EQUAL_MIN && this.#placeholders.has(text)
  }

  #withoutKnownText(text: string): Placeholder | string {
    if (SECRET_ADDRESS.test(text)) return this.#placeholderOf('address', text)
    if (this.#isKnown(text)) return this.#placeholderOf('text', text)
    return this.#shortestKnown().some((secret) => text.includes(secret)) ? this.#placeholderOf('text', text) : text
  }

  /** Secrets that are looked for within texts, also as an address and as JSON write them; of those that begin alike the shortest. */
  #shortestKnown(): readonly string[] {
    if (this.#shortest) return this.#shortest
    const long = [...this.#placeholders.keys()].filter((secret) => secret.length >= WITHIN_MIN)
    const forms = long.flatMap((secret) => [secret, addressForm(secret), JSON.stringify(secret).slice(1, -1)])
    const kept: string[] = []
    for (const form of forms.sort()) {
      const last = kept.at(-1)
      if (last === undefined || !form.startsWith(last)) kept.push(form)
    }
    this.#shortest = kept
    return kept
  }
}

/** Half a pair of surrogates has no form in an address. */
function addressForm(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

function isPlaceholder(value: unknown): value is Placeholder {
  return typeof value === 'object' && value !== null && '$secret' in value
}

function textsIn(value: object): readonly string[] {
  return Object.values(value).flatMap((member) => {
    if (typeof member === 'object' && member !== null) return textsIn(member)
    return typeof member === 'string' || typeof member === 'number' ? [String(member)] : []
  })
}

function mapMembers(value: object, map: (member: unknown, key: string) => unknown): object {
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, map(member, key)]))
}
