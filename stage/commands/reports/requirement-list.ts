import { readFileSync } from 'node:fs'
import type { Requirement } from '../../charts/viewer-data.ts'

const FILE = new URL('../../../docs/requirements.json', import.meta.url)

let known: readonly Requirement[] | undefined

/** The requirements of docs/requirements.json, in their order. They are read once. */
export function requirementList(): readonly Requirement[] {
  known ??= JSON.parse(readFileSync(FILE, 'utf8')) as readonly Requirement[]
  return known
}
