import type { AnswerValue, FieldDefinition, FieldOption } from '#schemas'
import { optionValue, SEARCH_MAX_LENGTH } from './options.rules.ts'

/** Sizes of a list of options (MULTI-5, decision 27). */
export const CHOICE_LIST = {
  maxHeightPx: 300,
  optionHeightPx: 40,
  /** Options that are loaded at a time. */
  optionsLimit: 1000,
  /** Stand-ins that a list shows until its options are there (UI-16). */
  standIns: 5,
  /** Most options that can be selected when a definition says nothing. */
  defaultLimit: 99_999,
  /** So near to the bottom of the list more options are loaded. */
  loadWithinPx: 100,
} as const

/** A list of options from which one or several are chosen. */
export interface ChoiceList {
  /** What is searched for; null while the list is closed. */
  readonly search: string | null
  /** Place of the option that the next key press is about, among those found. */
  readonly active: number
  /** Options found that are loaded, from the first one on. */
  readonly loaded: number
}

export const CLOSED_LIST: ChoiceList = { search: null, active: 0, loaded: CHOICE_LIST.optionsLimit }

/** The list opened at an option, with everything up to it loaded. */
export function openList(active = 0): ChoiceList {
  return activate({ ...CLOSED_LIST, search: '' }, active)
}

/** The list with what is searched for: at its beginning again (FIELD-23). */
export function searchList(text: string): ChoiceList {
  return { ...CLOSED_LIST, search: text.slice(0, SEARCH_MAX_LENGTH) }
}

/** The list with another active option; one that is not loaded yet is, with those before it. */
export function activate(list: ChoiceList, active: number): ChoiceList {
  const { optionsLimit } = CHOICE_LIST
  const loaded = Math.max(list.loaded, Math.ceil((active + 1) / optionsLimit) * optionsLimit)
  return { ...list, active, loaded }
}

/** The list with the next options loaded; the same one when all of them are.
 *  @param count of options found */
export function loadMore(list: ChoiceList, count: number): ChoiceList {
  return list.loaded >= count ? list : { ...list, loaded: list.loaded + CHOICE_LIST.optionsLimit }
}

/** Whether a list has been scrolled to within 100 px of its bottom (MULTI-6); all sizes in px. */
export function isNearBottom(list: {
  readonly scrollTop: number
  readonly clientHeight: number
  readonly scrollHeight: number
}): boolean {
  return list.scrollHeight - list.clientHeight - list.scrollTop <= CHOICE_LIST.loadWithinPx
}

/** Most options that may be selected: what the rule `maxLength` says, else the default (MULTI-1). */
export function selectionLimit({ validation }: Pick<FieldDefinition, 'validation'>): number {
  const limit = validation?.maxLength?.value
  return typeof limit === 'number' && limit >= 0 ? limit : CHOICE_LIST.defaultLimit
}

/** The values of an answer that is a selection; any other answer is none. */
export function selectedValues(answer: AnswerValue | undefined): readonly (string | number)[] {
  return Array.isArray(answer) ? answer : []
}

/** Whether an option is among the selected values; `'1'` and `1` are the same. */
export function isSelected(selected: readonly (string | number)[], option: FieldOption): boolean {
  const value = String(optionValue(option))
  return selected.some((other) => String(other) === value)
}

/** The selection with an option put in at its end, or taken out. At the maximum nothing more is put in: the same selection
 *  comes back (MULTI-2). */
export function toggleOption(
  selected: readonly (string | number)[],
  option: FieldOption,
  limit: number,
): readonly (string | number)[] {
  const value = optionValue(option)
  if (isSelected(selected, option)) return removeValue(selected, value)
  return selected.length >= limit ? selected : [...selected, value]
}

/** The selection without a value. */
export function removeValue(
  selected: readonly (string | number)[],
  value: string | number,
): readonly (string | number)[] {
  return selected.filter((other) => String(other) !== String(value))
}
