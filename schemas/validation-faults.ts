/**
 * The sentences that generated validators are made of: each finds what breaks one rule and enters it into the list of faults, in
 * the words and the order of ajv. Schemas share them, so that a validator says only what is its own.
 *
 * Everywhere `faults` is the list of one call, `at` the JSON Pointer of the value, and `rule` that of the schema above the keyword.
 */
import { codePointLength, type ValidationError } from './validation.ts'

/** A generated function: whether `data` is valid, with its faults in `errors`; `at` is where `data` is in the whole document. */
interface Check {
  (data: unknown, at?: string): boolean
  errors?: readonly ValidationError[] | null
}

type Faults = ValidationError[]
type Json = Readonly<Record<string, unknown>>

/** Enters a fault of any keyword. */
export function fail(
  faults: Faults,
  at: string,
  schemaPath: string,
  keyword: string,
  params: Json,
  message: string,
): void {
  faults.push({ instancePath: at, schemaPath, keyword, params, message })
}

/** Enters a value of another type than `type`, or than any of a list of types. */
export function failType(faults: Faults, at: string, rule: string, type: Types): void {
  fail(faults, at, `${rule}/type`, 'type', { type }, `must be ${type}`)
}

/** Enters a value that is none of `allowedValues`. */
export function failEnum(faults: Faults, at: string, rule: string, allowedValues: readonly unknown[]): void {
  fail(faults, at, `${rule}/enum`, 'enum', { allowedValues }, 'must be equal to one of the allowed values')
}

/** Enters a value that is not the constant `allowedValue`. */
export function failConst(faults: Faults, at: string, rule: string, allowedValue: unknown): void {
  fail(faults, at, `${rule}/const`, 'const', { allowedValue }, 'must be equal to constant')
}

/** Enters a text that does not match a regular expression. */
export function failPattern(faults: Faults, at: string, rule: string, pattern: string): void {
  fail(faults, at, `${rule}/pattern`, 'pattern', { pattern }, `must match pattern "${pattern}"`)
}

/** Enters a text that is not written in a format such as `date-time`. */
export function failFormat(faults: Faults, at: string, rule: string, format: string): void {
  fail(faults, at, `${rule}/format`, 'format', { format }, `must match format "${format}"`)
}

/** Enters a number below the least one that is allowed. */
export function failMinimum(faults: Faults, at: string, rule: string, limit: number): void {
  fail(faults, at, `${rule}/minimum`, 'minimum', { comparison: '>=', limit }, `must be >= ${limit}`)
}

/** Enters a number above the greatest one that is allowed. */
export function failMaximum(faults: Faults, at: string, rule: string, limit: number): void {
  fail(faults, at, `${rule}/maximum`, 'maximum', { comparison: '<=', limit }, `must be <= ${limit}`)
}

/** Enters a text of less than `limit` code points. */
export function failMinLength(faults: Faults, at: string, rule: string, limit: number): void {
  fail(faults, at, `${rule}/minLength`, 'minLength', { limit }, `must NOT have fewer than ${limit} characters`)
}

/** Enters a text of more than `limit` code points. */
export function failMaxLength(faults: Faults, at: string, rule: string, limit: number): void {
  fail(faults, at, `${rule}/maxLength`, 'maxLength', { limit }, `must NOT have more than ${limit} characters`)
}

/** Enters a list of more than `limit` items. */
export function failMaxItems(faults: Faults, at: string, rule: string, limit: number): void {
  fail(faults, at, `${rule}/maxItems`, 'maxItems', { limit }, `must NOT have more than ${limit} items`)
}

/** Enters each of `names` that an object lacks. */
export function findMissing(faults: Faults, data: Json, at: string, rule: string, names: readonly string[]): void {
  for (const missingProperty of names) {
    if (data[missingProperty] !== undefined) continue
    const message = `must have required property '${missingProperty}'`
    fail(faults, at, `${rule}/required`, 'required', { missingProperty }, message)
  }
}

/** Enters each property of an object that is none of `names`. */
export function findUnknown(faults: Faults, data: Json, at: string, rule: string, names: readonly string[]): void {
  for (const additionalProperty in data) {
    if (names.includes(additionalProperty)) continue
    const keyword = 'additionalProperties'
    fail(faults, at, `${rule}/${keyword}`, keyword, { additionalProperty }, 'must NOT have additional properties')
  }
}

/** A type by name, or a list of them, of which one may be null. */
type Types = string | readonly string[]

/** Whether a value is null and its types allow that. */
function isAllowedNull(data: unknown, types: Types): boolean {
  return data === null && Array.isArray(types) && types.includes('null')
}

/** Enters a value that is no whole number, or is one outside `minimum` and `maximum`. */
export function findNotWhole(
  faults: Faults,
  data: unknown,
  at: string,
  rule: string,
  minimum: number,
  maximum: number,
  types: Types = 'integer',
): void {
  if (!isWhole(data) && !isAllowedNull(data, types)) failType(faults, at, rule, types)
  if (typeof data !== 'number') return
  if (data > maximum || (Number.isNaN(data) && maximum !== Infinity)) failMaximum(faults, at, rule, maximum)
  if (data < minimum || (Number.isNaN(data) && minimum !== -Infinity)) failMinimum(faults, at, rule, minimum)
}

/** Enters a value that is no text, and one that is none of `allowedValues`. */
export function findNotListed(
  faults: Faults,
  data: unknown,
  at: string,
  rule: string,
  types: Types,
  allowedValues: readonly unknown[],
): void {
  if (typeof data !== 'string' && !isAllowedNull(data, types)) failType(faults, at, rule, types)
  if (!allowedValues.includes(data)) failEnum(faults, at, rule, allowedValues)
}

/** Enters a value that is no text, or is one of fewer than `least` or more than `most` characters, or that a regular expression,
 *  whose source is `pattern`, does not match. */
export function findNotText(
  faults: Faults,
  data: unknown,
  at: string,
  rule: string,
  least: number,
  most: number,
  types: Types = 'string',
  expression?: RegExp,
  pattern = '',
): void {
  if (typeof data !== 'string') {
    if (!isAllowedNull(data, types)) failType(faults, at, rule, types)
    return
  }
  const length = least > 0 || most < Infinity ? codePointLength(data) : 0
  if (length > most) failMaxLength(faults, at, rule, most)
  if (length < least) failMinLength(faults, at, rule, least)
  if (expression && !expression.test(data)) failPattern(faults, at, rule, pattern)
}

/** Enters a value that is no text, or does not match a regular expression, whose source is `pattern`. */
export function findNotMatching(
  faults: Faults,
  data: unknown,
  at: string,
  rule: string,
  expression: RegExp,
  pattern: string,
): void {
  if (typeof data !== 'string') failType(faults, at, rule, 'string')
  else if (!expression.test(data)) failPattern(faults, at, rule, pattern)
}

/** Enters the name of a property that a regular expression, whose source is `pattern`, does not match. */
export function findNotNamed(
  faults: Faults,
  propertyName: string,
  at: string,
  rule: string,
  expression: RegExp,
  pattern: string,
): void {
  if (expression.test(propertyName)) return
  const message = `must match pattern "${pattern}"`
  faults.push({
    instancePath: at,
    schemaPath: `${rule}/pattern`,
    keyword: 'pattern',
    params: { pattern },
    message,
    propertyName,
  } as ValidationError)
  fail(faults, at, rule, 'propertyNames', { propertyName }, 'property name must be valid')
}

/** Enters all faults that the validator of another schema finds. */
export function findWith(check: Check, faults: Faults, data: unknown, at: string): void {
  if (!check(data, at)) for (const fault of check.errors ?? []) faults.push(fault)
}

/** Ends the call of a validator. @returns whether nothing was found */
export function finish(check: Check, faults: Faults): boolean {
  check.errors = faults.length > 0 ? faults : null
  return faults.length === 0
}

/** Whether a value is an object, and neither a list nor null. */
export function isObject(data: unknown): boolean {
  return Boolean(data) && typeof data === 'object' && !Array.isArray(data)
}

/** Whether a value is a whole number. */
export function isWhole(data: unknown): boolean {
  return typeof data === 'number' && !(data % 1) && !Number.isNaN(data)
}

/** A name as a step of a JSON Pointer. */
export function step(name: string): string {
  return name.replace(/~/g, '~0').replace(/\//g, '~1')
}
