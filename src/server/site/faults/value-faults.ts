import { isJsonObject, valueAt } from '#machines/site/merge-patch.rules.ts'
import { nearest } from '#machines/site/nearest.rules.ts'
import type { BrandProblem } from '#schemas'
import type { ValidationError } from '#schemas/validation.ts'
import { choicesOf, type SchemaNode } from '../brands/schema-walk.ts'
import { formatWords, formWords, plainDescription } from '../check/form-words.ts'
import { listed, quoted, shown } from './problem-words.ts'

/** A fault of a document before its file is known: where in the document, and what to say about it. */
export interface DocumentFault {
  /** JSON Pointer of the faulty key. */
  readonly pointer: string
  readonly found: string
  readonly expected: string
  readonly suggestion: string | null
  readonly message: string
  /** The key whose absence is the fault, when it is one. */
  readonly missingKey?: string
  /** Other values that have a part in the fault. It is reported at the one that the youngest folder wrote: there it
   *  can be put right, and the folders above it are right without it. */
  readonly causes?: readonly FaultCause[]
  /** `warning` when the site can be served all the same; a problem when left out. */
  readonly level?: BrandProblem['level']
}

/** A value of a merged document that has a part in a fault. */
export interface FaultCause {
  /** File of the document inside a brand folder. */
  readonly path: string
  readonly pointer: string
}

/** An error of a validator with the schema nodes that speak about its place. */
export interface Case {
  readonly error: ValidationError
  readonly nodes: readonly SchemaNode[]
  readonly document: unknown
}

/** A value that is none of the choices. */
export function wrongChoice({ error, nodes, document }: Case): DocumentFault {
  const value = valueAt(document, error.instancePath)
  const choices = choicesOf(nodes)
  const suggestion = typeof value === 'string' ? nearest(value, choices.map(String)) : null
  const expected = `one of ${listed(choices.map(String))}`
  const fix = suggestion === null ? `Use ${expected}.` : `Did you mean ${quoted(suggestion)}?`
  return {
    pointer: error.instancePath,
    found: shown(value),
    expected,
    suggestion,
    message: `${shown(value)} is not a choice of ${placeName(error.instancePath)}. ${describe(nodes)}${fix}`,
  }
}

/** A value of another type. */
export function wrongType({ error, nodes, document }: Case): DocumentFault {
  const types = [...new Set(nodes.flatMap((node) => [node.type ?? []].flat()))]
    .filter((type) => type !== 'null')
    .map(String)
  const expected = types.map((type) => TYPE_WORDS[type] ?? type).join(' or ')
  return valueFault({ error, nodes, document }, expected)
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'a text in quotes',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list in [ ]',
  object: 'an object in { }',
}

/** A value beyond a limit or of another form. */
export function wrongValue(one: Case): DocumentFault {
  const { error } = one
  const limit = String(error.params.limit ?? '')
  const expectations: Readonly<Record<string, string>> = {
    pattern: formWords(String(error.params.pattern)) ?? 'a text of another form',
    format: formatWords(String(error.params.format)) ?? 'a text of another form',
    minLength: `at least ${limit} ${limit === '1' ? 'character' : 'characters'}`,
    maxLength: `at most ${limit} characters`,
    minimum: `at least ${limit}`,
    maximum: `at most ${limit}`,
    exclusiveMinimum: `more than ${limit}`,
    exclusiveMaximum: `less than ${limit}`,
    multipleOf: `a multiple of ${String(error.params.multipleOf)}`,
    minItems: `a list of at least ${limit}`,
    maxItems: `a list of at most ${limit}`,
    minProperties: `at least ${limit} ${limit === '1' ? 'key' : 'keys'}`,
    maxProperties: `at most ${limit} keys`,
    uniqueItems: 'a list without duplicates',
  }
  return valueFault(one, expectations[error.keyword] ?? 'another value')
}

function valueFault({ error, nodes, document }: Case, expected: string): DocumentFault {
  const value = valueAt(document, error.instancePath)
  const example = exampleOf(nodes)
  const unsafe =
    typeof value === 'string' && UNSAFE_ADDRESS.test(value)
      ? 'Only https addresses and paths of the site are safe. '
      : ''
  return {
    pointer: error.instancePath,
    found: shown(value),
    expected,
    suggestion: null,
    message: `${placeName(error.instancePath)} cannot be ${shown(value)}. ${unsafe}${describe(nodes)}Write ${expected}${example === undefined || expected.includes('such as') ? '' : `, for example ${example}`}.`,
  }
}

const UNSAFE_ADDRESS = /^\s*(?:javascript|data|vbscript|file|http|ftp|blob):|^\s*\/\//i

/** A value that fits none of several forms. */
export function variantFault({ error, nodes, document }: Case): DocumentFault {
  const value = valueAt(document, error.instancePath)
  const variants = nodes.flatMap((node) => [
    ...((node.oneOf as SchemaNode[]) ?? []),
    ...((node.anyOf as SchemaNode[]) ?? []),
  ])
  const kinds = variants.flatMap((node) =>
    choicesOf([(node.properties as Record<string, SchemaNode> | undefined)?.kind ?? {}]).map(String),
  )
  if (isJsonObject(value) && kinds.length > 0) {
    const pointer = Object.hasOwn(value, 'kind') ? `${error.instancePath}/kind` : error.instancePath
    const suggestion = typeof value.kind === 'string' ? nearest(value.kind, kinds) : null
    const expected = `a kind: one of ${listed(kinds)}`
    const found = Object.hasOwn(value, 'kind') ? shown(value.kind) : 'no kind'
    const fix = suggestion === null ? `Give ${expected}.` : `Did you mean ${quoted(suggestion)}?`
    return {
      pointer,
      found,
      expected,
      suggestion,
      message: `${placeName(pointer)} has ${found}. ${describe(nodes)}${fix}`,
    }
  }
  const words = variants.map((node) =>
    typeof node.description === 'string'
      ? plainDescription(node.description).replace(/\.$/, '')
      : (formWords(String(node.pattern)) ?? TYPE_WORDS[String([node.type].flat()[0])]),
  )
  return valueFault({ error, nodes, document }, words.filter(Boolean).join(', or ') || 'one of the allowed forms')
}

/** The first example of some nodes as JSON. */
export function exampleOf(nodes: readonly SchemaNode[]): string | undefined {
  const example = nodes.flatMap((node) => [
    ...((node.examples as unknown[] | undefined) ?? []),
    ...('default' in node ? [node.default] : []),
  ])[0]
  return example === undefined ? undefined : shown(example)
}

/** The description of a place as a sentence with a space after it; empty when there is none. */
export function describe(nodes: readonly SchemaNode[]): string {
  const text = nodes.map((node) => node.description).find((description) => typeof description === 'string')
  return text ? `${plainDescription(String(text))} ` : ''
}

/** A place as a message names it. */
export function placeName(pointer: string): string {
  return pointer === '' ? 'this file' : pointer
}
