import { nearest } from '#machines/site/nearest.rules.ts'
import type { ValidationError } from '#schemas/validation.ts'
import { readPointer } from '../json-pointer.ts'
import { unknownName } from '../unknown-name.ts'

/** What breaks a schema, in plain English; `pointer` leads from the value to the faulty part. */
export interface SchemaFault {
  readonly pointer: string
  readonly message: string
}

/** The context in which faults of a value are reported. */
export interface FaultedValue {
  /** The value that was validated. */
  readonly value: unknown
  /** What it is called, such as `field.changed` or `the output of signIn`. */
  readonly subject: string
  /** JSON Pointer of the part that is called so; the whole when left out. Faults are reported from there. */
  readonly base?: string
  /** Names of properties that there are, to find the one that was meant. */
  readonly properties: readonly string[]
}

const CHOICES = new Set(['enum', 'const', 'discriminator'])
/** Keywords that only say that a part is wrong; the errors of the parts say more. */
const UNIONS = new Set(['oneOf', 'anyOf', 'if'])
/** So many choices are listed where none comes near. */
const LISTED_MAX = 12

/** The errors of a validator as sentences, each place once. Of the variants of a union the one that was meant speaks alone.
 *  @param errors of the last call of the validator */
export function schemaFaults(errors: readonly ValidationError[], about: FaultedValue): readonly SchemaFault[] {
  const told = new Map<string, SchemaFault>()
  const causes = meantErrors(errors.filter(({ keyword }) => !UNIONS.has(keyword)))
  for (const error of causes) {
    const fault = CHOICES.has(error.keyword) ? choiceFault(error, causes, about) : plainFault(error, about)
    told.set(`${fault.pointer} ${fault.message}`, fault)
  }
  const from = about.base?.length ?? 0
  return [...told.values()].map(({ pointer, message }) => ({ pointer: pointer.slice(from), message }))
}

/** Leaves out what the variants say that were not meant: those whose own mark, a constant, is another one, and null where there is something. */
function meantErrors(errors: readonly ValidationError[]): readonly ValidationError[] {
  const variants = Map.groupBy(errors, variantOf)
  const isOther = (variant: string) => variant !== '' && (variants.get(variant) ?? []).some(isMark)
  const meant = [...variants.keys()].filter((variant) => !isOther(variant))
  const marks = errors.filter(isMark)
  const kept = meant.some((variant) => variant !== '')
    ? errors.filter((error) => meant.includes(variantOf(error)))
    : marks.length > 0
      ? [...errors.filter((error) => variantOf(error) === ''), ...marks]
      : errors
  const notNull = kept.filter(({ keyword, params }) => keyword !== 'type' || params.type !== 'null')
  return notNull.length > 0 ? notNull : kept
}

/** The variant of a union in which an error stands: the path of its schema down to the number of the variant; empty outside of one. */
function variantOf({ schemaPath }: ValidationError): string {
  return /^.*?\/(?:oneOf|anyOf)\/\d+/.exec(schemaPath)?.[0] ?? ''
}

function isMark({ keyword }: ValidationError): boolean {
  return keyword === 'const'
}

/** All choices that several schemas allow at one place, reported at once. */
function choiceFault(
  { instancePath, keyword, params }: ValidationError,
  all: readonly ValidationError[],
  { value, subject }: FaultedValue,
): SchemaFault {
  if (keyword === 'discriminator') {
    const tag = String(params.tag)
    const message =
      params.error === 'mapping'
        ? `"${String(params.tagValue)}" is no ${tag} that ${subject} may have`
        : `${subject} needs "${tag}", a text`
    return { pointer: `${instancePath}/${tag}`, message }
  }
  const choices = all.filter((error) => error.instancePath === instancePath).flatMap(choicesOf)
  const actual = readPointer(value, instancePath)
  const meant = typeof actual === 'string' ? nearest(actual, choices) : null
  if (meant !== null) return { pointer: instancePath, message: `unknown value "${actual}"; did you mean "${meant}"?` }
  const listed = [...new Set(choices)]
  const rest = listed.length - LISTED_MAX
  const few = `${listed.slice(0, LISTED_MAX).join(', ')}${rest > 0 ? ` or ${rest} others` : ''}`
  return { pointer: instancePath, message: `must be one of ${few}, not ${JSON.stringify(actual)}` }
}

function choicesOf({ params: { allowedValues, allowedValue } }: ValidationError): readonly string[] {
  if (Array.isArray(allowedValues)) return allowedValues.map(String)
  return allowedValue === undefined ? [] : [String(allowedValue)]
}

function plainFault(error: ValidationError, { value, subject, properties, base = '' }: FaultedValue): SchemaFault {
  const { additionalProperty, missingProperty } = error.params
  const pointer = error.instancePath
  const whole = pointer === base ? subject : `"${pointer.split('/').at(-1)}" of ${subject}`
  if (typeof additionalProperty === 'string') {
    const token = additionalProperty.replaceAll('~', '~0').replaceAll('/', '~1')
    return {
      pointer: `${pointer}/${token}`,
      message: unknownName(`property of ${subject}`, additionalProperty, properties),
    }
  }
  if (typeof missingProperty === 'string') return { pointer, message: `${whole} needs "${missingProperty}"` }
  const actual = readPointer(value, pointer)
  if (error.keyword === 'type') {
    return { pointer, message: `${whole} must be ${kindText(error.params.type)}, not ${shortJson(actual)}` }
  }
  if (error.keyword === 'pattern') {
    return { pointer, message: `${shortJson(actual)} does not have the form that ${whole} needs` }
  }
  if (error.keyword === 'format') {
    return { pointer, message: `${shortJson(actual)} is no valid ${String(error.params.format)}` }
  }
  return { pointer, message: `${whole} ${error.message ?? `breaks the rule ${error.keyword}`}` }
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

function kindText(type: unknown): string {
  const types = (Array.isArray(type) ? type : String(type).split(',')).map(
    (each) => KINDS[String(each)] ?? String(each),
  )
  return types.join(' or ')
}

/** A value in a sentence, cut where it is long. */
function shortJson(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
