import type { FeedRow } from '#schemas'

/** Football (TABLE-8). */
const FOOTBALL = 1

/** Ids of the country table (TABLE-6). */
export const COUNTRY_IDS = {
  be: 20,
  de: 56,
  es: 67,
  fr: 74,
  gb: 76,
  gr: 88,
  it: 111,
  nl: 167,
  pt: 185,
  tr: 226,
} as const

type Known = readonly [code: string, name: string, country: keyof typeof COUNTRY_IDS]

/** The divisions of football-data files by their codes, and the leagues of openfootball files by their names. */
const KNOWN: readonly Known[] = [
  ['E0', 'Premier League', 'gb'],
  ['E1', 'Championship', 'gb'],
  ['E2', 'League One', 'gb'],
  ['E3', 'League Two', 'gb'],
  ['EC', 'National League', 'gb'],
  ['SC0', 'Scottish Premiership', 'gb'],
  ['SC1', 'Scottish Championship', 'gb'],
  ['SC2', 'Scottish League One', 'gb'],
  ['SC3', 'Scottish League Two', 'gb'],
  ['D1', 'Bundesliga', 'de'],
  ['D2', '2. Bundesliga', 'de'],
  ['I1', 'Serie A', 'it'],
  ['I2', 'Serie B', 'it'],
  ['SP1', 'La Liga', 'es'],
  ['SP2', 'Segunda División', 'es'],
  ['F1', 'Ligue 1', 'fr'],
  ['F2', 'Ligue 2', 'fr'],
  ['N1', 'Eredivisie', 'nl'],
  ['B1', 'Pro League', 'be'],
  ['P1', 'Primeira Liga', 'pt'],
  ['T1', 'Süper Lig', 'tr'],
  ['G1', 'Super League', 'gr'],
  ['English Premier League', 'Premier League', 'gb'],
  ['English Championship', 'Championship', 'gb'],
  ['Deutsche Bundesliga', 'Bundesliga', 'de'],
  ['Deutsche 2. Bundesliga', '2. Bundesliga', 'de'],
  ['Italian Serie A', 'Serie A', 'it'],
  ['Primera División de España', 'La Liga', 'es'],
  ['French Ligue 1', 'Ligue 1', 'fr'],
]

const BY_CODE = new Map(KNOWN.map((known) => [known[0], known]))

/** The football competition of a code; one that is not known keeps its code as its name, and has no country. */
export function footballCompetition(code: string): FeedRow['competition'] {
  const [, name, country] = BY_CODE.get(code) ?? [code, code]
  return { code, name, sportId: FOOTBALL, ...(country && { countryId: COUNTRY_IDS[country] }) }
}

/** Seasons begin in July or later; in 2020 the former ones, held up, were played to the second of August. */
const FIRST_MONTH = 7
const LATE_YEAR = '2020'
const LATE_END = '2020-08-02'
/** The Scottish leagues had ended theirs in spring, and began on the first. */
const SCOTTISH = /^SC\d$/

/** The season of a league of Europe to which a day belongs: `('E0', '2024-03-09')` → `'2023/24'`.
 *  @param code of the division in files of football-data.co.uk @param date yyyy-MM-dd */
export function footballSeason(code: string, date: string): string {
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))]
  const isLate = date.startsWith(LATE_YEAR) && date <= LATE_END && !SCOTTISH.test(code)
  const first = month >= FIRST_MONTH && !isLate ? year : year - 1
  return `${first}/${String((first + 1) % 100).padStart(2, '0')}`
}
