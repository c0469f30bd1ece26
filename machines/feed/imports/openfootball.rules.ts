import { findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree } from 'jsonc-parser'
import { isDate, zoneInstant } from '#machines/site/zone-time.rules.ts'
import type { FeedRow, PeriodScore } from '#schemas'
import { footballCompetition } from '../simulator/competitions.ts'
import { footballScore, type ParsedFile, type Part, parsedFile, rejected, twoTeams } from './parsed-file.rules.ts'

const SEASON = /\s+(\d{4}(?:\/\d{2,4})?)$/
/** A time, in files of tournaments with its distance from UTC: `18:00 UTC-6`. */
const TIME = /^(\d{1,2}:\d{2})(?: UTC([+-]\d{1,2}))?$/
const HOUR_MS = 3_600_000
/** What a match is called that is not played when it should be. */
const PUT_OFF: ReadonlySet<unknown> = new Set(['postponed', 'suspended', 'abandoned', 'canceled', 'cancelled'])

/** Reads a file of fixtures and results as openfootball publishes them (football.json). It has no prices.
 *  @param timeZone the zone of its times */
export function parseOpenfootball(text: string, { timeZone }: { readonly timeZone: string }): ParsedFile {
  const source = text.replace(/^\uFEFF/, '')
  const errors: ParseError[] = []
  const root = parseTree(source, errors)
  const [error] = errors
  if (!root || error)
    return { ok: false, reason: `It is not JSON: line ${lineAt(source, error?.offset ?? 0)} is broken.` }
  const name: unknown = valueAt(root, 'name')
  const matches = findNodeAtLocation(root, ['matches'])
  if (typeof name !== 'string' || name.trim() === '' || matches?.type !== 'array')
    return { ok: false, reason: 'It has no "name" and "matches": it is no file of football.json.' }
  const competition = footballCompetition(name.trim().replace(SEASON, ''))
  const season = SEASON.exec(name.trim())?.[1]
  return parsedFile(
    (matches.children ?? []).map((node) => ({
      line: lineAt(source, node.offset),
      part: readMatch(getNodeValue(node), { competition, season, timeZone }),
    })),
  )
}

interface Frame {
  readonly competition: FeedRow['competition']
  readonly season: string | undefined
  readonly timeZone: string
}

function readMatch(match: unknown, { competition, season, timeZone }: Frame): Part<FeedRow> {
  if (!isObject(match)) return rejected('match', 'It is no object.')
  const start = readStart(match, timeZone)
  if (!('value' in start)) return start
  const teams = twoTeams(teamName(match.team1), teamName(match.team2))
  if (!('value' in teams)) return teams
  const end = readEnd(match)
  if (!('value' in end)) return end
  const prices = { opening: [], closing: [] }
  return { value: { competition, ...(season && { season }), ...start.value, ...teams.value, ...end.value, prices } }
}

function readStart(match: Json, timeZone: string): Part<Pick<FeedRow, 'date' | 'startsAt' | 'hasStartTime'>> {
  const { date, time = '' } = match
  if (typeof date !== 'string' || !isDate(date)) return rejected('date', `"${String(date)}" is no day like 2024-12-31.`)
  const [, clock = '', hours] = TIME.exec(String(time)) ?? []
  const shownMs = zoneInstant(date, time === '' ? '00:00' : clock, hours === undefined ? timeZone : 'UTC')
  if (shownMs === null) return rejected('time', `"${String(time)}" is no time like 20:45.`)
  const instant = new Date(shownMs - Number(hours ?? 0) * HOUR_MS)
  return { value: { date, startsAt: instant.toISOString(), hasStartTime: time !== '' } }
}

/** How far the match has come. An awarded score was not played, so it is no result. */
function readEnd({ score, status }: Json): Part<Pick<FeedRow, 'condition' | 'result'>> {
  if (status === 'awarded') return { value: { condition: 'awarded' } }
  if (PUT_OFF.has(status)) return { value: { condition: 'postponed' } }
  if (status !== undefined) return rejected('match', `"${String(status)}" is no status that is known.`)
  if (score === undefined || score === null) return { value: { condition: 'scheduled' } }
  if (!isObject(score)) return rejected('score', 'The score is no object with "ft" and "ht".')
  if (score.ft === undefined) return { value: { condition: 'scheduled' } }
  const [end, half] = [pairOf(score.ft), score.ht === undefined ? undefined : pairOf(score.ht)]
  if (!end || half === null) return rejected('score', 'A score is no pair of goals like [2, 1].')
  const result = footballScore(end, half)
  return 'value' in result ? { value: { condition: 'finished', result: result.value } } : result
}

function pairOf(value: unknown): PeriodScore | null {
  if (!Array.isArray(value) || value.length !== 2) return null
  const [home, away] = value as readonly unknown[]
  return typeof home === 'number' && typeof away === 'number' ? { home, away } : null
}

type Json = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Older files write a team as an object with its name. */
function teamName(team: unknown): string {
  const name = isObject(team) ? team.name : team
  return typeof name === 'string' ? name : ''
}

function valueAt(root: Node, key: string): unknown {
  const node = findNodeAtLocation(root, [key])
  return node && getNodeValue(node)
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
