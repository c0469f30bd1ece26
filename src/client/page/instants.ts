import { formatInstant } from '#machines/site/date-format.rules.ts'
import { useApp } from './app-context.ts'
import { useTimeZone } from './player.tsx'

/** Formats instants for the player: in their time zone and language. @returns ISO 8601 → `01.03.2026 / 12:00` */
export function useInstants(): (instant: string) => string {
  const { site, state } = useApp()
  const timeZone = useTimeZone()
  const language = site.config.global.languages[state.visitor.language] ?? { locale: 'en', hasEnglishDates: true }
  return (instant) =>
    formatInstant(Date.parse(instant), site.config.global.dateFormats.withYear, { language, timeZone })
}
