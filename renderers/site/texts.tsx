import { createContext, type ReactNode, useMemo } from 'react'
import type { TextValues, TextWriter } from '#machines/site/text.rules.ts'
import { useNeeded } from './needed.ts'

/** Values put into the `{{name}}` places of a text; `count` also chooses the plural form. */
export type TextParams = TextValues

/** Writes the visible text of a dictionary key, e.g. `t('shell.unread_messages', { count: 3 })`. */
export type Translate = TextWriter

/** Writing direction of the page's language. */
export type Direction = 'ltr' | 'rtl'

/** Language of the page as a BCP 47 tag, with its writing direction. */
export interface PageLanguage {
  readonly language: string
  readonly direction: Direction
  /** BCP 47 tag whose dates the page writes and asks for, such as `en-GB`. */
  readonly dateLocale: string
}

interface Texts extends PageLanguage {
  readonly t: Translate
}

const TextsContext = createContext<Texts | null>(null)

/** Props of {@link TextsProvider}. */
export interface TextsProviderProps extends Omit<Texts, 'dateLocale'> {
  /** The language itself when left out. */
  readonly dateLocale?: string
  readonly children: ReactNode
}

/** Gives every renderer below it the dictionary lookup and the page's language and direction. */
export function TextsProvider({ t, language, direction, dateLocale = language, children }: TextsProviderProps) {
  const texts = useMemo(() => ({ t, language, direction, dateLocale }), [t, language, direction, dateLocale])
  return <TextsContext value={texts}>{children}</TextsContext>
}

function useTexts(asked: string): Texts {
  return useNeeded(TextsContext, asked, 'TextsProvider')
}

/**
 * The dictionary lookup of the page: `const t = useText(); t('registration.submit')`.
 * @throws MissingPartError without a {@link TextsProvider} above
 */
export function useText(): Translate {
  return useTexts('useText').t
}

/**
 * Language and direction of the page.
 * @throws MissingPartError without a {@link TextsProvider} above
 */
export function useLanguage(): PageLanguage {
  return useTexts('useLanguage')
}
