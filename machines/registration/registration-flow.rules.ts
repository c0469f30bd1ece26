import { chosenVariant } from '#machines/forms/form/form-state.rules.ts'

/** The type that is chosen when nobody asks for another (REG-5). */
export const DEFAULT_REGISTRATION_TYPE = 'full_reg'

/** Older name of the full registration (REG-3). */
const SHORT_REGISTRATION_TYPE = 'short_reg'

/** The name that a registration type goes by: short_reg is full_reg (REG-3). */
export function registrationType(name: string): string {
  return name === SHORT_REGISTRATION_TYPE ? DEFAULT_REGISTRATION_TYPE : name
}

/** The types that are offered: without doubles, and the default one when the list is empty. */
export function offeredTypes(names: readonly string[]): readonly string[] {
  const types = [...new Set(names.map(registrationType))]
  return types.length > 0 ? types : [DEFAULT_REGISTRATION_TYPE]
}

/** The types in the order of preference: the one asked for, then full_reg (REG-5, decision 5). */
export function wantedTypes(requested: string | undefined): readonly [string, ...string[]] {
  const type = registrationType(requested ?? DEFAULT_REGISTRATION_TYPE)
  return type === DEFAULT_REGISTRATION_TYPE ? [type] : [type, DEFAULT_REGISTRATION_TYPE]
}

/** The type to begin with: the one asked for if it is offered, else full_reg, else the first (decision 5). */
export function chosenType(offered: readonly string[], requested: string | undefined): string {
  return chosenVariant(offered, wantedTypes(requested))
}
