import { useLanguage, useText } from '#renderers/site/texts.tsx'
import type { FieldError } from '#schemas'

const DATE = /^\d{4}-\d{2}-\d{2}/

/** Gives the text of an error in the player's language: the server's own text, else that of the code, with dates written
 *  out (RULE-18). */
export function useErrorText(): (error: FieldError) => string {
  const t = useText()
  const { language } = useLanguage()
  return ({ code, params, message }) => {
    if (message !== undefined) return message
    const written = Object.entries(params).map(([name, value]) => [name, writtenDate(value, language)] as const)
    return t(code, Object.fromEntries(written))
  }
}

function writtenDate(value: string | number, language: string): string | number {
  if (typeof value !== 'string' || !DATE.test(value)) return value
  const day = new Date(`${value.slice(0, 10)}T00:00:00Z`)
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(day)
}
