import { isJsonObject, pointerStep, valueAt } from '#machines/site/merge-patch.rules.ts'
import { nearest } from '#machines/site/nearest.rules.ts'
import { isJsonEqual, type ValidationError } from '#schemas/validation.ts'
import { listed, quoted, shown } from './problem-words.ts'
import { choicesOf, knownKeys, type SchemaNode, schemaNodesAt } from './schema-walk.ts'

/** A fault of a document before its file is known: where in the document, and what to say about it. */
export interface DocumentFault {
  /** JSON Pointer of the faulty key. */
  readonly pointer: string
  readonly found: string
  readonly expected: string
  readonly suggestion: string | null
  readonly message: string
}

/** What a validator said about a document. */
export interface Refusal {
  readonly errors: readonly ValidationError[]
  readonly document: unknown
  /** The patch schema of the document; it stands alone. */
  readonly schema: SchemaNode
}

/** Tells people what a validator found: one fault for each thing that is wrong, without the noise that a closed set of
 *  variants makes (errors of the variants that the document does not mean), with the nearest known name (OPS-2, OPS-4). */
export function faultsOfErrors(refusal: Refusal): readonly DocumentFault[] {
  const faults: DocumentFault[] = []
  const variants: { error: ValidationError; nodes: readonly SchemaNode[] }[] = []
  for (const error of refusal.errors) {
    if ('propertyName' in error && error.keyword !== 'propertyNames') continue
    const nodes = schemaNodesAt(refusal.schema, refusal.document, error.instancePath)
    if (error.keyword === 'oneOf' || error.keyword === 'anyOf') variants.push({ error, nodes })
    else if (nodes.some((node) => explains(node, error)))
      faults.push(faultOf({ error, nodes, document: refusal.document }))
  }
  for (const { error, nodes } of variants) {
    const isExplained = faults.some((fault) => isWithin(fault.pointer, error.instancePath))
    if (!isExplained && !hasSeveralMatches(error))
      faults.push(variantFault({ error, nodes, document: refusal.document }))
  }
  return distinct(faults)
}

/** Whether `pointer` is at `outer` or below it. */
export function isWithin(pointer: string, outer: string): boolean {
  return pointer === outer || pointer.startsWith(`${outer}/`)
}

/** A part of a variant may fit several of them: the whole is judged after the merge. */
function hasSeveralMatches(error: ValidationError): boolean {
  return Array.isArray(error.params.passingSchemas)
}

/** Whether it was this node that made the error, rather than a variant that is not meant. */
function explains(node: SchemaNode, { keyword, params }: ValidationError): boolean {
  switch (keyword) {
    case 'additionalProperties':
      return (
        node.additionalProperties === false &&
        !Object.hasOwn((node.properties as object | undefined) ?? {}, String(params.additionalProperty))
      )
    case 'required':
      return Object.hasOwn((node.properties as object | undefined) ?? {}, String(params.missingProperty))
    case 'enum':
      return isJsonEqual(node.enum, params.allowedValues)
    case 'type':
      return isJsonEqual([node.type].flat(), [params.type].flat())
    default:
      return node[keyword] !== undefined
  }
}

interface Case {
  readonly error: ValidationError
  readonly nodes: readonly SchemaNode[]
  readonly document: unknown
}

function faultOf(one: Case): DocumentFault {
  switch (one.error.keyword) {
    case 'additionalProperties':
      return unknownKey(one, String(one.error.params.additionalProperty), knownKeys(one.nodes))
    case 'propertyNames':
      return wrongName(one)
    case 'required':
      return missingKey(one)
    case 'enum':
    case 'const':
      return wrongChoice(one)
    case 'type':
      return wrongType(one)
    default:
      return wrongValue(one)
  }
}

function unknownKey({ error, nodes }: Case, key: string, known: readonly string[]): DocumentFault {
  const pointer = `${error.instancePath}/${pointerStep(key)}`
  const suggestion = nearest(key, known)
  const node = suggestion === null ? undefined : propertyNode(nodes, suggestion)
  const example = node && exampleOf([node])
  const fix =
    suggestion === null
      ? `Remove it, or use one of: ${listed(known)}.`
      : `Did you mean ${quoted(suggestion)}${example === undefined ? '' : `, for example ${quoted(suggestion)}: ${example}`}?`
  return {
    pointer,
    found: `unknown key ${quoted(key)}`,
    expected: known.length > 0 ? `one of ${listed(known)}` : 'no keys',
    suggestion,
    message: `${quoted(key)} is not a key of ${placeName(error.instancePath, nodes)}; it would change nothing. ${fix}`,
  }
}

function wrongName(one: Case): DocumentFault {
  const key = String(one.error.params.propertyName)
  const names = one.nodes.map((node) => node.propertyNames).filter(isJsonObject) as SchemaNode[]
  const choices = choicesOf(names).map(String)
  if (choices.length > 0) return unknownKey(one, key, choices)
  const pattern = names.map((node) => node.pattern).find((text) => typeof text === 'string')
  const expected = pattern ? `a key that matches ${String(pattern)}` : 'a key of the allowed form'
  return {
    pointer: `${one.error.instancePath}/${pointerStep(key)}`,
    found: `key ${quoted(key)}`,
    expected,
    suggestion: null,
    message: `${quoted(key)} cannot be a key of ${placeName(one.error.instancePath, one.nodes)}. ${describe(one.nodes)}Write ${expected}.`,
  }
}

function missingKey({ error, nodes }: Case): DocumentFault {
  const key = String(error.params.missingProperty)
  const node = propertyNode(nodes, key)
  const example = node && exampleOf([node])
  return {
    pointer: error.instancePath,
    found: `no key ${quoted(key)}`,
    expected: `the key ${quoted(key)}`,
    suggestion: null,
    message: `${placeName(error.instancePath, nodes)} needs the key ${quoted(key)}. ${describe(node ? [node] : [])}${example === undefined ? 'Add it.' : `Add it, for example ${quoted(key)}: ${example}.`}`,
  }
}

function wrongChoice({ error, nodes, document }: Case): DocumentFault {
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
    message: `${shown(value)} is not a choice of ${placeName(error.instancePath, nodes)}. ${describe(nodes)}${fix}`,
  }
}

function wrongType({ error, nodes, document }: Case): DocumentFault {
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

function wrongValue(one: Case): DocumentFault {
  const { error } = one
  const limit = String(error.params.limit ?? '')
  const expectations: Readonly<Record<string, string>> = {
    pattern: `a text that matches ${String(error.params.pattern)}`,
    format: `a ${String(error.params.format)}`,
    minLength: `at least ${limit} characters`,
    maxLength: `at most ${limit} characters`,
    minimum: `at least ${limit}`,
    maximum: `at most ${limit}`,
    exclusiveMinimum: `more than ${limit}`,
    exclusiveMaximum: `less than ${limit}`,
    multipleOf: `a multiple of ${String(error.params.multipleOf)}`,
    minItems: `at least ${limit} items`,
    maxItems: `at most ${limit} items`,
    minProperties: `at least ${limit} keys`,
    maxProperties: `at most ${limit} keys`,
    uniqueItems: 'items that all differ',
  }
  return valueFault(one, expectations[error.keyword] ?? `a value that fulfils ${error.keyword}`)
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
    message: `${placeName(error.instancePath, nodes)} cannot be ${shown(value)}. ${unsafe}${describe(nodes)}Write ${expected}${example === undefined ? '' : `, for example ${example}`}.`,
  }
}

const UNSAFE_ADDRESS = /^\s*(?:javascript|data|vbscript|file|http|ftp|blob):|^\s*\/\//i

function variantFault({ error, nodes, document }: Case): DocumentFault {
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
      message: `${placeName(pointer, nodes)} has ${found}. ${describe(nodes)}${fix}`,
    }
  }
  const words = variants.map((node) =>
    typeof node.description === 'string' ? node.description.replace(/\.$/, '') : TYPE_WORDS[String(node.type)],
  )
  return valueFault({ error, nodes, document }, words.filter(Boolean).join(', or ') || 'one of the allowed forms')
}

function propertyNode(nodes: readonly SchemaNode[], key: string): SchemaNode | undefined {
  return nodes
    .map((node) => (node.properties as Record<string, SchemaNode> | undefined)?.[key])
    .find((node) => node !== undefined)
}

function exampleOf(nodes: readonly SchemaNode[]): string | undefined {
  const example = nodes.flatMap((node) => [
    ...((node.examples as unknown[] | undefined) ?? []),
    ...('default' in node ? [node.default] : []),
  ])[0]
  return example === undefined ? undefined : shown(example)
}

function describe(nodes: readonly SchemaNode[]): string {
  const text = nodes.map((node) => node.description).find((description) => typeof description === 'string')
  return text ? `${String(text)} ` : ''
}

function placeName(pointer: string, nodes: readonly SchemaNode[]): string {
  if (pointer !== '') return pointer
  const title = nodes.map((node) => node.title).find((text) => typeof text === 'string')
  return title ? `this file (${String(title).replace(/Patch$/, '')})` : 'this file'
}

function distinct(faults: readonly DocumentFault[]): readonly DocumentFault[] {
  return [...new Map(faults.map((fault) => [`${fault.pointer}\n${fault.expected}`, fault])).values()]
}
