import type { AnswerValue, BankEntry, FieldDefinition, FieldOption, OptionSource } from '#schemas'

/** Most characters of a search text (FIELD-23). */
export const SEARCH_MAX_LENGTH = 100

/** What is sent when an option is chosen: its id, or its value when it has none (FIELD-14). */
export function optionValue(option: FieldOption): string | number {
  return option.id ?? option.value ?? ''
}

/** What is shown of an option: its name, or its title when it has none (FIELD-14). */
export function optionText(option: FieldOption): string {
  return option.name ?? option.title ?? String(optionValue(option))
}

/** The option that an answer stands for; `'1'` and `1` are the same answer. */
export function findOption(definition: FieldDefinition, answer: AnswerValue | undefined): FieldOption | undefined {
  if (typeof answer !== 'string' && typeof answer !== 'number') return undefined
  return definition.options && optionsByValue(definition.options).get(String(answer))
}

const byValue = new WeakMap<readonly FieldOption[], ReadonlyMap<string, FieldOption>>()

/** The options by what is sent of them, the first of each; it is made once a list, since lists have up to 99999. */
function optionsByValue(options: readonly FieldOption[]): ReadonlyMap<string, FieldOption> {
  const known = byValue.get(options)
  if (known !== undefined) return known
  const map = new Map(options.toReversed().map((option) => [String(optionValue(option)), option]))
  byValue.set(options, map)
  return map
}

/** The options that a search text finds, in their order: by text, code or alias, whatever the case and the accents
 *  (FIELD-16). */
export function searchOptions(options: readonly FieldOption[], text: string): readonly FieldOption[] {
  const wanted = searchFold(text.slice(0, SEARCH_MAX_LENGTH)).trim()
  if (wanted === '') return options
  return options.filter((option) => searchedNames(option).some((name) => name.includes(wanted)))
}

const namesOf = new WeakMap<FieldOption, readonly string[]>()

function searchedNames(option: FieldOption): readonly string[] {
  const known = namesOf.get(option)
  if (known !== undefined) return known
  const names = [optionText(option), option.code ?? '', ...(option.aliases ?? [])].map(searchFold)
  namesOf.set(option, names)
  return names
}

/** A list of options that belongs to the answer of another field (OFF-25). */
export type LinkedSource = Extract<OptionSource, 'regions' | 'cities'>

/** What the list of each such source belongs to: regions to a choice of countries, cities to a choice of regions. */
export const LINKED_SOURCES = { regions: 'countries', cities: 'regions' } as const satisfies Record<
  LinkedSource,
  OptionSource
>

/** Whether a source gives lists that belong to another field's answer. */
export function isLinkedSource(source: OptionSource | undefined): source is LinkedSource {
  return source !== undefined && Object.hasOwn(LINKED_SOURCES, source)
}

/** The definitions with the options of their sources filled in; a source that is not given has no options. Lists that belong
 *  to the answer of another field stay to be asked for. */
export function resolveOptions(
  definitions: readonly FieldDefinition[],
  sources: Readonly<Partial<Record<OptionSource, readonly FieldOption[]>>>,
): readonly FieldDefinition[] {
  return definitions.map((definition) => {
    const { options_from: source, ...rest } = definition
    if (source === undefined || isLinkedSource(source)) return definition
    return { ...rest, options: [...(sources[source] ?? [])] }
  })
}

/** Options out of a brand's map, by `order`: `{ passport: { order: 10, title } }` → `[{ value: 'passport', title }]`. */
export function optionsOfMap(
  map: Readonly<Record<string, { readonly order: number; readonly title: string }>>,
): readonly FieldOption[] {
  return Object.entries(map)
    .sort(([, left], [, right]) => left.order - right.order)
    .map(([value, { title }]) => ({ value, title }))
}

/** Options out of a brand's banks, by `order`; an account has as many characters as its bank says. */
export function optionsOfBanks(banks: Readonly<Record<string, BankEntry>>): readonly FieldOption[] {
  return Object.entries(banks)
    .sort(([, left], [, right]) => left.order - right.order)
    .map(([value, { name, accountLength }]) => ({
      value,
      name,
      ...(accountLength !== undefined && { account_length: accountLength }),
    }))
}

/** A text as searches compare it: without accents and in lower case. */
export function searchFold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
