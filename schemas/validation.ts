/**
 * What the generated validators lean on at run time: the shape of a validator, the formats that our schemas use, and
 * two primitives of JSON Schema. Generated modules import this one, so that no validator library reaches a browser.
 */

/** One broken rule of a schema, as ajv reports it. `instancePath` and `schemaPath` are JSON Pointers. */
export interface ValidationError {
  readonly keyword: string
  readonly instancePath: string
  readonly schemaPath: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string
}

/** A precompiled validator. It reports all errors of the last call in `errors`; a *resolved* validator fills defaults in. */
export interface Validator<T> {
  (data: unknown): data is T
  errors?: readonly ValidationError[] | null
}

const DAYS_IN_MONTH = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function isDate(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!parts) return false
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number]
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = month === 2 && isLeap ? 29 : (DAYS_IN_MONTH[month] ?? 0)
  return day >= 1 && day <= days
}

function isTime(text: string): boolean {
  const parts = /^(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[zZ]|[+-](\d{2}):(\d{2}))$/.exec(text)
  if (!parts) return false
  const [hours, minutes, seconds, offsetHours, offsetMinutes] = parts.slice(1).map((part) => Number(part ?? 0))
  return (
    (hours ?? 99) <= 23 &&
    (minutes ?? 99) <= 59 &&
    (seconds ?? 99) <= 60 &&
    (offsetHours ?? 0) <= 23 &&
    (offsetMinutes ?? 0) <= 59
  )
}

function isDateTime(text: string): boolean {
  const [date = '', time = ''] = text.split(/[tT]/, 2)
  return isDate(date) && isTime(time)
}

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i

/** The formats that a schema of Livery may name (RFC 3339 dates, RFC 1123 host names, RFC 4122 ids, …). */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  'date-time': isDateTime,
  time: isTime,
  email: (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text),
  hostname: (text) => HOST_NAME.test(text),
  uuid: (text) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text),
  /** What a page reads and nobody else may: it is never recorded or shown. What is only sent is `writeOnly`. */
  secret: () => true,
  uri: (text) => /^[a-z][a-z0-9+.-]*:[^\s]+$/i.test(text),
  'uri-reference': (text) => /^[^\s\\]*$/.test(text),
  'json-pointer': (text) => /^(?:\/(?:[^~/]|~0|~1)*)*$/.test(text),
  regex: (text) => {
    try {
      return new RegExp(text, 'u') instanceof RegExp
    } catch {
      return false
    }
  },
}

/** Length of a text in Unicode code points, as `minLength` and `maxLength` count it. Generated validators call it.
 *  @public */
export function codePointLength(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}

/** Deep equality of two JSON values, as `const`, `enum` and `uniqueItems` ask for. */
export function isJsonEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || !left || !right) return false
  if (Array.isArray(left) !== Array.isArray(right)) return false
  const keys = Object.keys(left)
  if (keys.length !== Object.keys(right).length) return false
  return keys.every(
    (key) =>
      Object.hasOwn(right, key) &&
      isJsonEqual((left as Record<string, unknown>)[key], (right as Record<string, unknown>)[key]),
  )
}
