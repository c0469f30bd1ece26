import type { BrandTextRow } from '#schemas'

/** Texts of one language on their way to a translator and back. */
export interface Translation {
  readonly brand: string
  readonly language: string
  readonly rows: readonly BrandTextRow[]
}

/** A text as a translator's file brings it back. */
export interface ReadRow {
  /** Line of the file, from 1. */
  readonly line: number
  /** The file that the row says it is of, with the brand: `northstar/locales/sv/site.json`. */
  readonly file: string
  readonly key: string
  /** Empty when it is not translated. */
  readonly target: string
}

/** What is wrong with a translator's file, and where. */
export interface TranslationFault {
  readonly line: number
  readonly message: string
}

/** A translator's file as it was read. */
export interface ReadTranslation {
  readonly sourceLanguage: string
  readonly language: string
  readonly rows: readonly ReadRow[]
  readonly faults: readonly TranslationFault[]
}

/** A form in which texts go to translators. */
export interface TranslationForm {
  readonly write: (translation: Translation) => string
  readonly read: (text: string) => ReadTranslation
}
