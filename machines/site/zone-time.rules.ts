const DAY_MS = 86_400_000
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const TIME = /^(\d{1,2}):(\d{2})$/

/** Whether a text is a day of the calendar: `'2024-02-29'`, not `'2023-02-29'`. */
export function isDate(text: string): boolean {
  return localMs(text, '00:00') !== null
}

/** The moment at which the clocks of a zone show a day and time. What they show twice is the first of the two; a time that they
 *  skip is the one as far behind the skip: 01:30 is 02:30 where 01:00 is followed by 02:00.
 *  @param time `'20:00'`  @returns milliseconds since 1970, or null when day or time is none */
export function zoneInstant(date: string, time: string, timeZone: string): number | null {
  const shownMs = localMs(date, time)
  if (shownMs === null) return null
  const [before, after] = [shownMs - DAY_MS, shownMs + DAY_MS].map((nearMs) => offsetMs(nearMs, timeZone)) as [
    number,
    number,
  ]
  const moments = [before, after].filter((offset) => offsetMs(shownMs - offset, timeZone) === offset)
  return shownMs - Math.max(...(moments.length > 0 ? moments : [before]))
}

/** Day and time as if they were UTC. */
function localMs(date: string, time: string): number | null {
  const [, year = '', month = '', day = ''] = DATE.exec(date) ?? []
  const [, hours = '', minutes = ''] = TIME.exec(time) ?? []
  if (year === '' || hours === '' || Number(hours) > 23 || Number(minutes) > 59) return null
  const ms = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hours), Number(minutes))
  return new Date(ms).toISOString().startsWith(date) ? ms : null
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const shown = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
  const made = new Intl.DateTimeFormat('en', { timeZone, ...shown, second: 'numeric', hourCycle: 'h23' })
  formats.set(timeZone, made)
  return made
}

/** How far the clocks of a zone are ahead of UTC at a moment. */
function offsetMs(instantMs: number, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(instantMs)
  const number = (wanted: string) => Number(parts.find(({ type }) => type === wanted)?.value)
  const shownMs = Date.UTC(
    number('year'),
    number('month') - 1,
    number('day'),
    number('hour'),
    number('minute'),
    number('second'),
  )
  return shownMs - Math.floor(instantMs / 1000) * 1000
}
