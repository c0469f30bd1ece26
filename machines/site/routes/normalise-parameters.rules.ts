import { minorToDecimal } from '#machines/money/amount.rules.ts'

/** Money as a parameter: minor units with the exponent of their currency. */
export interface AmountParameter {
  readonly minor: number
  readonly exponent: number
}

/** What a caller may hand over as a parameter. */
export type ParameterValue = boolean | number | string | AmountParameter | readonly (number | string)[] | undefined

/** How a parameter is sent. */
export interface ParameterDeclaration {
  readonly kind: 'boolean' | 'id' | 'amount' | 'list' | 'id-list' | 'text'
  /** A value equal to it is left out (NORM-7). */
  readonly default?: ParameterValue
  /** Name on the wire; that of the caller, or the product's rename (NORM-8), when left out. */
  readonly sentAs?: string
  /** Whether an empty list is sent: for bodies that replace a list (decision 26). */
  readonly keepsEmpty?: boolean
}

/** A parameter as it is sent. */
export type SentValue = boolean | number | string | readonly (number | string)[]

/** Names that differ between callers and the wire (NORM-8). */
export const RENAMED_PARAMETERS: Readonly<Record<string, string>> = {
  groupId: 'gr',
  groupMode: 'grMode',
  pinnedGames: 'topGames',
  gameTypes: 'typeGames',
}

/** Parameters as they are sent (NORM-1 to NORM-8), in the order of their declaration: `{ games: [3, 1, 3] }` → `{ games: '1,3' }`.
 *  @throws Error when a value is not declared or cannot be sent as its kind */
export function normaliseParameters(
  declared: Readonly<Record<string, ParameterDeclaration>>,
  values: Readonly<Record<string, ParameterValue>>,
): Readonly<Record<string, SentValue>> {
  const stranger = Object.keys(values).find((name) => !Object.hasOwn(declared, name))
  if (stranger !== undefined) throw new Error(`parameter ${stranger} is not declared`)
  const sent = Object.entries(declared).flatMap(([name, declaration]) => {
    const value = sentValue(name, declaration, Object.hasOwn(values, name) ? values[name] : undefined)
    if (value === undefined || isDefault(name, declaration, value)) return []
    return [[wireName(name, declaration), value] as const]
  })
  return Object.fromEntries(sent)
}

function wireName(name: string, { sentAs }: ParameterDeclaration): string {
  return sentAs ?? (Object.hasOwn(RENAMED_PARAMETERS, name) ? RENAMED_PARAMETERS[name] : undefined) ?? name
}

function isDefault(name: string, declaration: ParameterDeclaration, value: SentValue): boolean {
  if (declaration.default === undefined) return false
  return JSON.stringify(sentValue(name, declaration, declaration.default)) === JSON.stringify(value)
}

function sentValue(name: string, declaration: ParameterDeclaration, value: ParameterValue): SentValue | undefined {
  if (value === undefined) return undefined
  switch (declaration.kind) {
    case 'boolean':
      return toBoolean(value)
    case 'id':
      return toId(name, value)
    case 'amount':
      return toAmount(name, value)
    case 'list':
      return toList(name, value, declaration)
    case 'id-list':
      return toIdList(name, value, declaration)
    case 'text':
      return toText(name, value)
  }
}

/** The words and numbers for no are false, everything else follows its truth (NORM-1). */
function toBoolean(value: ParameterValue): boolean {
  return typeof value === 'string' ? !['', '0', 'false'].includes(value.trim().toLowerCase()) : Boolean(value)
}

function toId(name: string, value: ParameterValue): number {
  const id = typeof value === 'string' && /^-?[0-9]+$/.test(value.trim()) ? Number(value) : value
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) throw unsendable(name, 'an integer', value)
  return id
}

/** An exact decimal: minor units by their exponent, or a decimal that is one already (NORM-3). */
function toAmount(name: string, value: ParameterValue): string {
  if (typeof value === 'string' && /^-?[0-9]+(?:\.[0-9]+)?$/.test(value)) return value
  if (typeof value === 'object' && 'minor' in value) return minorToDecimal(value.minor, value.exponent)
  throw unsendable(name, 'an amount', value)
}

function toList(
  name: string,
  value: ParameterValue,
  { keepsEmpty }: ParameterDeclaration,
): readonly (number | string)[] | undefined {
  const list = listOf(name, value)
  return list.length > 0 || keepsEmpty ? list : undefined
}

/** De-duplicated, ascending by number, joined with commas (NORM-4, NORM-5). */
function toIdList(name: string, value: ParameterValue, { keepsEmpty }: ParameterDeclaration): string | undefined {
  const ids = new Set(listOf(name, value).map((id) => toId(name, id)))
  return ids.size > 0 || keepsEmpty ? [...ids].sort((a, b) => a - b).join(',') : undefined
}

function listOf(name: string, value: ParameterValue): readonly (number | string)[] {
  if (!isList(value)) throw unsendable(name, 'a list', value)
  return value
}

function isList(value: ParameterValue): value is readonly (number | string)[] {
  return Array.isArray(value)
}

function toText(name: string, value: ParameterValue): string {
  if (typeof value !== 'string' && typeof value !== 'number') throw unsendable(name, 'a text', value)
  return String(value)
}

function unsendable(name: string, what: string, value: ParameterValue): Error {
  return new Error(`parameter ${name} must be ${what}, not ${JSON.stringify(value)}`)
}
