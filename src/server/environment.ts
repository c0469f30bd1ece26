import type { Environment } from '#schemas'
import schema from '#schemas/defs/environment.schema.json' with { type: 'json' }
import { isEnvironment as validate } from '#schemas/generated/validators/defs.js'

interface Variable {
  readonly type: string
  readonly description: string
  /** A secret, which no message repeats. */
  readonly writeOnly?: boolean
}

const VARIABLES = schema.properties as Readonly<Record<string, Variable>>

/** The environment that the engine reads, defaults filled in. Other variables are left alone; an empty one counts as unset.
 *  @throws Error that names every wrong variable, what it holds and what it means */
export function readEnvironment(source: Readonly<Record<string, string | undefined>>): Environment {
  const found: Record<string, unknown> = {}
  for (const [name, { type }] of Object.entries(VARIABLES)) {
    const text = source[name]
    if (text) found[name] = type === 'integer' && /^\d+$/.test(text) ? Number(text) : text
  }
  if (validate(found)) return found
  const faults = (validate.errors ?? []).map((error) => {
    const name = error.instancePath.slice(1)
    const allowed = error.params.allowedValues ? ` (one of ${(error.params.allowedValues as string[]).join(', ')})` : ''
    const value = VARIABLES[name]?.writeOnly ? '…' : JSON.stringify(shown(found[name]))
    return `${name}=${value} ${error.message}${allowed}. ${VARIABLES[name]?.description ?? ''}`
  })
  throw new Error(`The environment is not usable:\n  ${faults.join('\n  ')}`)
}

/** A wrong value as it may be shown: addresses can hold a password between the scheme and the host. */
function shown(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/\/\/[^/@]*@/, '//…@') : value
}
