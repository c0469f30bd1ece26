/** What the `{{name}}` places of Markdown pages stand for. */
export type PageValues = Readonly<Record<'brand' | 'minimumAge' | 'ussdCode' | 'smsNumber', string>>

/** The names that may be written in `{{ }}` in a Markdown page. */
export const PAGE_PLACES: readonly string[] = [
  'brand',
  'minimumAge',
  'ussdCode',
  'smsNumber',
] satisfies readonly (keyof PageValues)[]
