import type { SchemaNode } from './schema-node.ts'

/** Endings that say what kind a value is, and nothing to its reader. */
const ENDINGS = /(?:Key|Id|Px|Ms|Minor|Bytes|E[2-4]|Ppm)$/
/** Ids of requirements at the end of descriptions. */
const REQUIREMENTS = /\s*\((?:[A-Z0-9]+-\d+)(?:(?:, | to | and )(?:[A-Z0-9]+-\d+))*\)/g

/** A key in words: `maxVisibleItems` → `Max visible items`, `isHighlighted` → `Highlighted`. */
export function humanised(key: string): string {
  const plain = key.replace(/^\$/, '').replace(/^(?:is|has|are)(?=[A-Z])/, '')
  const short = plain.replace(ENDINGS, '') || plain
  const words = short
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
  const kept = words.split(' ').map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()))
  const text = kept.join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What a field is called: its title where that is words, else its key in words. Titles of the schemas are names of types. */
export function labelOf(key: string, node: SchemaNode): string {
  return node.title?.includes(' ') ? node.title : humanised(key)
}

/** What a field is for, without the ids of requirements, and in words alone: the studio's face has no arrows. */
export function helpOf({ description = '' }: SchemaNode): string {
  return description.replaceAll(REQUIREMENTS, '').replaceAll(' → ', ' to ').trim()
}

/** An example to show in an empty field; empty when there is none that fits a line. */
export function exampleOf({ examples = [] }: SchemaNode): string {
  const [first] = examples
  const text = typeof first === 'string' || typeof first === 'number' ? String(first) : ''
  return text.length <= 60 ? text : ''
}

/** The words of a choice: those that the schema names, else the value in words. */
export function choiceWords(node: SchemaNode, value: unknown): string {
  const index = node.enum?.indexOf(value) ?? -1
  const name = node['x-enum-names']?.[index]
  if (name !== undefined) return humanised(name)
  return typeof value === 'string' && /^[a-z][a-zA-Z0-9_-]*$/.test(value) ? humanised(value) : String(value)
}
