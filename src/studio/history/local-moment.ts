/** What a field of date and time gives, in the time zone of the browser, as a UTC instant; null when it is none. */
export function instantOf(local: string): string | null {
  const moment = new Date(local)
  return local === '' || Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}

/** A moment as a field of date and time takes it, in the time zone of the browser: `2026-12-01T09:00`. */
export function localText(moment: Date): string {
  const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}
