import { say } from '../../app/studio-texts.ts'
import type { SchemaNode } from '../schema/schema-node.ts'

/** Why a name cannot be that of a new entry; null when it can.
 *  @param map the schema of the map, which says what names look like */
export function keyFault(key: string, map: SchemaNode, taken: readonly string[]): string | null {
  const { pattern, enum: allowed } = map.propertyNames ?? {}
  if (key === '') return say('invalid.required')
  if (taken.includes(key)) return say('rows.key_taken')
  if (key === '__proto__' || (pattern !== undefined && !new RegExp(pattern, 'u').test(key))) {
    return say('rows.key_wrong', { pattern: pattern ?? '' })
  }
  return allowed && !allowed.includes(key) ? say('invalid.enum') : null
}
