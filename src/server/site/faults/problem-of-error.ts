import { isJsonObject, pointerStep } from '#machines/site/merge-patch.rules.ts'
import { nearest } from '#machines/site/nearest.rules.ts'
import { isJsonEqual, type ValidationError } from '#schemas/validation.ts'
import { choicesOf, knownKeys, type SchemaNode, schemaNodesAt } from '../brands/schema-walk.ts'
import { formWords } from '../check/form-words.ts'
import { listed, quoted } from './problem-words.ts'
import {
  type Case,
  type DocumentFault,
  describe,
  exampleOf,
  placeName,
  variantFault,
  wrongChoice,
  wrongType,
  wrongValue,
} from './value-faults.ts'

/** What a validator said about a document. */
export interface Refusal {
  readonly errors: readonly ValidationError[]
  readonly document: unknown
  /** The patch schema of the document; it stands alone. */
  readonly schema: SchemaNode
}

/** Tells people what a validator found: one fault for each thing that is wrong, without the noise that a closed set of
 *  variants makes (errors of the variants that the document does not mean), with the nearest known name (OPS-2, OPS-4). */
export function faultsOfErrors({ errors, document, schema }: Refusal): readonly DocumentFault[] {
  const cases = withoutEchoes(errors).map((error) => ({
    error,
    document,
    nodes: schemaNodesAt(schema, document, error.instancePath),
  }))
  const faults = cases
    .filter((one) => !isVariantError(one.error) && one.nodes.some((node) => explains(node, one.error)))
    .map(faultOf)
  for (const one of cases) {
    if (!isVariantError(one.error) || hasSeveralMatches(one.error)) continue
    if (!faults.some((fault) => isWithin(fault.pointer, one.error.instancePath))) faults.push(variantFault(one))
  }
  return distinct(faults)
}

/** Without the errors that only repeat another: why a key's name is wrong, and what is wrong below a wrong key. */
function withoutEchoes(errors: readonly ValidationError[]): readonly ValidationError[] {
  const wrongKeys = errors.filter(({ keyword }) => keyword === 'propertyNames').map(wrongKeyPointer)
  return errors.filter(
    (error) =>
      (error.keyword === 'propertyNames' || !('propertyName' in error)) &&
      !wrongKeys.some((key) => isWithin(error.instancePath, key)),
  )
}

function wrongKeyPointer({ instancePath, params }: ValidationError): string {
  return `${instancePath}/${pointerStep(String(params.propertyName))}`
}

function isVariantError({ keyword }: ValidationError): boolean {
  return keyword === 'oneOf' || keyword === 'anyOf'
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
    case 'minProperties':
      // What a brand writes is only a part: its own schema does not count.
      return [node.type].flat().includes('object')
    case 'type':
      return isJsonEqual([node.type].flat(), [params.type].flat())
    default:
      return node[keyword] !== undefined
  }
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
    message: `${quoted(key)} is not a key of ${placeName(error.instancePath)}; it would change nothing. ${fix}`,
  }
}

function wrongName(one: Case): DocumentFault {
  const key = String(one.error.params.propertyName)
  const names = one.nodes.map((node) => node.propertyNames).filter(isJsonObject) as SchemaNode[]
  const choices = choicesOf(names).map(String)
  if (choices.length > 0) return unknownKey(one, key, choices)
  const pattern = names.map((node) => node.pattern).find((text) => typeof text === 'string')
  const expected = (pattern && formWords(String(pattern))) ?? 'a key of another form'
  return {
    pointer: wrongKeyPointer(one.error),
    found: `key ${quoted(key)}`,
    expected,
    suggestion: null,
    message: `${quoted(key)} cannot be a key of ${placeName(one.error.instancePath)}. ${describe(one.nodes)}Write as the key ${expected}.`,
  }
}

function missingKey({ error, nodes }: Case): DocumentFault {
  const key = String(error.params.missingProperty)
  const node = propertyNode(nodes, key)
  const example = node && exampleOf([node])
  return {
    pointer: error.instancePath,
    missingKey: key,
    found: `no key ${quoted(key)}`,
    expected: `the key ${quoted(key)}`,
    suggestion: null,
    message: `${placeName(error.instancePath)} needs the key ${quoted(key)}. ${describe(node ? [node] : [])}${example === undefined ? 'Add it.' : `Add it, for example ${quoted(key)}: ${example}.`}`,
  }
}

function propertyNode(nodes: readonly SchemaNode[], key: string): SchemaNode | undefined {
  return nodes
    .map((node) => (node.properties as Record<string, SchemaNode> | undefined)?.[key])
    .find((node) => node !== undefined)
}

function distinct(faults: readonly DocumentFault[]): readonly DocumentFault[] {
  return [...new Map(faults.map((fault) => [`${fault.pointer}\n${fault.expected}`, fault])).values()]
}
