import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { say } from '#cli/command-text.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { EventField, EventForm } from '../charts/viewer-data.ts'
import { readPointer } from '../player/json-pointer.ts'

type Schema = Readonly<Record<string, unknown>>

/** A schema and the document that its references start from. */
interface Placed {
  readonly schema: Schema
  readonly url: URL
}

const SCHEMAS = new URL('../../schemas/', import.meta.url)
/** A reference that leads further than this leads back to itself. */
const MAX_REFERENCES = 20

/** The forms of the events that a machine takes from outside, in the order of their schema; none when it names no schema. */
export function eventForms({ eventSchema }: AnyMachineContract): readonly EventForm[] | undefined {
  if (eventSchema === undefined) return undefined
  const url = new URL(`${eventSchema}.schema.json`, SCHEMAS)
  return variantsOf({ schema: readSchema(url), url }).map(formOf)
}

function variantsOf(placed: Placed): readonly Placed[] {
  const variants = placed.schema.oneOf
  if (!Array.isArray(variants)) return [placed]
  return variants.flatMap((variant) => variantsOf(followed({ ...placed, schema: variant as Schema })))
}

function formOf({ schema, url }: Placed): EventForm {
  const { type, ...properties } = (schema.properties ?? {}) as Readonly<Record<string, Schema>>
  const required = Array.isArray(schema.required) ? schema.required : []
  return {
    type: String(type?.const ?? type?.enum ?? ''),
    description: textOf(schema.description),
    fields: Object.entries(properties).map(([name, property]) =>
      fieldOf(name, property, followed({ schema: property, url }).schema, required.includes(name)),
    ),
  }
}

function fieldOf(name: string, given: Schema, schema: Schema, isRequired: boolean): EventField {
  const choices = Array.isArray(schema.enum) ? schema.enum.filter((choice) => typeof choice === 'string') : []
  return {
    name,
    kind: kindOf(schema, choices),
    isRequired,
    isSecret: given.writeOnly === true || schema.writeOnly === true,
    choices,
    description: textOf(given.description ?? schema.description),
  }
}

function kindOf({ type }: Schema, choices: readonly string[]): EventField['kind'] {
  if (choices.length > 0) return 'choice'
  if (type === 'string') return 'text'
  if (type === 'integer' || type === 'number') return 'number'
  return type === 'boolean' ? 'boolean' : 'json'
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** What a schema refers to, in its own document or in another one. @throws Error when a reference leads nowhere */
function followed({ schema, url }: Placed, count = 0): Placed {
  const { $ref } = schema
  if (typeof $ref !== 'string') return { schema, url }
  const target = new URL($ref, url)
  const found = readPointer(readSchema(target), decodeURIComponent(target.hash.slice(1)))
  if (typeof found !== 'object' || found === null || count > MAX_REFERENCES) {
    throw new Error(say('scenario.reference_lost', { reference: $ref, file: fileURLToPath(url) }))
  }
  return followed({ schema: found as Schema, url: target }, count + 1)
}

const documents = new Map<string, Schema>()

function readSchema({ pathname, protocol }: URL): Schema {
  const known = documents.get(pathname)
  if (known) return known
  const schema = JSON.parse(readFileSync(new URL(`${protocol}//${pathname}`), 'utf8')) as Schema
  documents.set(pathname, schema)
  return schema
}
