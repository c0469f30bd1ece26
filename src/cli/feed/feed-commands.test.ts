import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  isFeedBroadcastOutput as isBroadcastOutput,
  isFeedErrorOutput as isErrorOutput,
  isFeedImportOutput as isImportOutput,
  isFeedReplayOutput as isReplayOutput,
  isFeedResultOutput as isResultOutput,
} from '#schemas/generated/validators/cli.js'
import { forFeed } from '#server/db/for-feed.ts'
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import { commands } from '../commands.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'livery-feed-'))
const fixture = (name: string) => fileURLToPath(new URL(`../../../tests/fixtures/feed/${name}`, import.meta.url))
const CSV = ['import', fixture('results.csv'), '--format', 'football-data'] as const
const JSON_FILE = ['import', fixture('fixtures.json'), '--format', 'openfootball'] as const
const { LIVERY_TEST_DATA: sharedData, LIVERY_LONG: isLong } = process.env
let server: OpenDatabase

/** A server holds the database open all the while, as it does when an operator runs a command beside it. */
beforeAll(async () => {
  server = await openDatabase({ dataDir, log: silentLog })
})
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function run(line: readonly string[], env: Readonly<Record<string, string>> = { LIVERY_DATA: dataDir }) {
  const [out, err]: [string[], string[]] = [[], []]
  const io = { stdout: (text: string) => out.push(text), stderr: (text: string) => err.push(text), cwd: tmpdir(), env }
  const code = await commands(['feed', ...line], { ...io, stdin: async () => '' })
  return { code, stdout: out.join(''), stderr: err.join('') }
}

async function imported(...line: readonly string[]) {
  const { code, stdout } = await run([...line, '--json'])
  const output = JSON.parse(stdout)
  expect(isImportOutput(output)).toBe(true)
  const { read, imported, updated, unchanged, rejected } = output
  return { code, read, imported, updated, unchanged, rejected: rejected.length }
}

const gameIds = () =>
  forFeed(server.db).read(async (tx) => {
    const games = await tx.selectFrom('feed.game').select('game_id').orderBy('game_id').execute()
    return games.map(({ game_id }) => String(game_id))
  })

test('files of both formats are imported beside a running server, once', async () => {
  const csv = { code: 1, read: 13, imported: 4, updated: 0, unchanged: 0, rejected: 9 }
  expect(await imported(...CSV)).toEqual(csv)
  expect(await imported(...CSV)).toEqual({ ...csv, imported: 0, unchanged: 4 })
  expect(await imported(...CSV, '--bookmaker', 'Avg')).toEqual({ ...csv, imported: 0, updated: 3, unchanged: 1 })
  const json = { code: 1, read: 14, imported: 7, updated: 0, unchanged: 0, rejected: 7 }
  expect(await imported(...JSON_FILE, '--time-zone', 'Europe/Berlin')).toEqual(json)
  const again = await run([...JSON_FILE, '--time-zone', 'Europe/Berlin'])
  expect(again.stdout).toContain('  line 54  date  "2024-13-01" is no day like 2024-12-31.\n')
  expect(again.stdout).toContain('14 read: 0 imported, 0 updated, 7 unchanged, 7 rejected.\n')
  expect((await gameIds()).length).toBe(11)
})

test('results are entered, corrected and voided by hand, and their history is printed', async () => {
  const [game = ''] = await gameIds()
  const told = async (...line: readonly string[]) => {
    const { code, stdout } = await run([...line, '--json'])
    const output = JSON.parse(stdout)
    expect({ code, isValid: isResultOutput(output) }).toEqual({ code: 0, isValid: true })
    return output.results.at(-1)
  }
  const goals = ['--home', '3', '--away', '1', '--half-time', '2:0']
  expect(await told('result', game, ...goals, '--reason', 'late goal')).toMatchObject({
    version: 2,
    score: {
      home: 3,
      away: 1,
      periods: [
        { home: 2, away: 0 },
        { home: 1, away: 1 },
      ],
    },
    source: 'operator',
    reason: 'late goal',
  })
  expect(await told('void', game, '--reason', 'abandoned')).toMatchObject({ version: 3, kind: 'void' })
  const tie = ['--home', '1', '--away', '1', '--dead-heat', '12:24,25=1/2 13@2:26=1/3', '--reason', 'level']
  expect(await told('result', game, ...tie)).toMatchObject({
    version: 4,
    deadHeats: [
      { typeId: 12, outcomeTypeIds: [24, 25], places: 1, tied: 2 },
      { typeId: 13, parameter: '2', outcomeTypeIds: [26], places: 1, tied: 3 },
    ],
  })
  const history = await run(['history', game])
  expect(history.stdout).toMatch(
    /^1 {2}\S+ {2}2:1 {2}feed\n2 .*3:1 {2}operator {2}late goal\n3 .*void {2}operator {2}abandoned\n4 .*1:1 {2}12:24,25=1\/2 13@2:26=1\/3 {2}operator {2}level\n$/,
  )
})

test('SPORT-9: where a game can be watched is entered, printed and removed by hand', async () => {
  const [gameId = ''] = await gameIds()
  const entered = async (...line: readonly string[]) => {
    const { code, stdout } = await run(['broadcast', gameId, '--channel', 'Pitch TV', ...line, '--json'])
    const output = JSON.parse(stdout)
    expect(isBroadcastOutput(output)).toBe(true)
    return { code, broadcasts: output.broadcasts }
  }
  const address = ['--url', 'https://pitch.example/71', '--starts', '2026-03-14T14:30:00Z', '--languages', 'en,hi']
  expect(await entered(...address)).toEqual({
    code: 0,
    broadcasts: [
      {
        channel: 'Pitch TV',
        pageUrl: 'https://pitch.example/71',
        startsAt: '2026-03-14T14:30:00.000Z',
        languages: ['en', 'hi'],
      },
    ],
  })
  expect(await entered('--off', 'yes')).toEqual({ code: 0, broadcasts: [] })
  const words = await run(['broadcast', gameId, '--channel', 'Pitch TV', '--url', 'https://pitch.example/72'])
  expect(words.stdout).toBe('Pitch TV  https://pitch.example/72\n')
})

test('what cannot be done exits 2 with what, where and how', async () => {
  const blank = join(dataDir, 'blank.csv')
  writeFileSync(blank, 'a,b\n')
  const latin = join(dataDir, 'latin.csv')
  writeFileSync(latin, Buffer.from([0x44, 0xe9]))
  const goals = ['--home', '1', '--away', '0', '--reason', 'x']
  const cases: readonly [readonly string[], string, string | null][] = [
    [['import', CSV[1]], 'usage', '--format'],
    [['import', '--format', 'football-data'], 'usage', null],
    [[...CSV, '--bookmaker', 'B36'], 'usage', '--bookmaker'],
    [[...CSV, '--time-zone', 'London'], 'usage', '--time-zone'],
    [JSON_FILE, 'usage', '--time-zone'],
    [[...JSON_FILE, '--time-zone', 'UTC', '--bookmaker', 'PS'], 'usage', '--bookmaker'],
    [['import', blank, '--format', 'football-data'], 'file_unreadable', blank],
    [['import', latin, '--format', 'football-data'], 'file_unreadable', latin],
    [['import', 'none.csv', '--format', 'football-data'], 'file_unreadable', join(tmpdir(), 'none.csv')],
    [['result', '1', '--home', '1', '--away', '0'], 'usage', '--reason'],
    [['result', '1', '--home', 'x', '--away', '0', '--reason', 'x'], 'usage', '--home'],
    [['result', '1', ...goals, '--half-time', '2:0'], 'usage', '--half-time'],
    [['result', '1', ...goals, '--half-time', '1'], 'usage', '--half-time'],
    [['result', '1', ...goals, '--dead-heat', '12:24'], 'usage', '--dead-heat'],
    [['result', '1', ...goals, '--dead-heat', '4:9=1/2'], 'usage', '--dead-heat'],
    [['void', 'x1', '--reason', 'x'], 'usage', 'GAME'],
    [['void', '1', '--reason', 'x'], 'game_unknown', 'GAME'],
    [['history', '1'], 'game_unknown', 'GAME'],
    [['broadcast', '1', '--channel', 'Pitch', '--url', 'https://pitch.example/'], 'game_unknown', 'GAME'],
    [['broadcast', '1', '--channel', 'Pitch'], 'usage', '--url'],
    [['broadcast', '1', '--url', 'https://pitch.example/'], 'usage', '--channel'],
    [['broadcast', '1', '--channel', 'Pitch', '--frame', 'http://pitch.example/'], 'usage', '--frame'],
    [['broadcast', '1', '--channel', 'Pitch', '--off', 'no'], 'usage', '--off'],
  ]
  for (const [line, code, path] of cases) {
    const refused = await run([...line, '--json'])
    const output = JSON.parse(refused.stdout)
    expect(isErrorOutput(output)).toBe(true)
    expect({ line, exit: refused.code, ...output.error }).toMatchObject({ line, exit: 2, code, path })
    expect(refused.stderr).toContain('livery feed: ')
  }
  const nowhere = await run([...CSV, '--json'], { LIVERY_DATA: join(dataDir, 'none') })
  expect(JSON.parse(nowhere.stdout).error.code).toBe('database_absent')
})

if (!sharedData) console.log('not run without LIVERY_TEST_DATA: the season that football-data.co.uk has published')
test.skipIf(!sharedData)(
  'a season as it was published: 510 rows, 380 imported, 130 rejected, and nothing new again',
  async () => {
    const line = ['import', join(sharedData ?? '', 'football-data/E0.csv'), '--format', 'football-data'] as const
    const season = { code: 1, read: 510, imported: 380, updated: 0, unchanged: 0, rejected: 130 }
    expect(await imported(...line)).toEqual(season)
    expect(await imported(...line)).toEqual({ ...season, imported: 0, unchanged: 380 })
  },
  120_000,
)

test.skipIf(!sharedData || !isLong).each([
  ['2024-25-de.1.json', 'Europe/Berlin', 306],
  ['2025-26-en.1.json', 'Europe/London', 380],
  ['2025-26-it.1.json', 'Europe/Rome', 380],
])(
  'a season of openfootball as it was published: %s',
  async (file, zone, matches) => {
    const line = ['import', join(sharedData ?? '', 'openfootball', file), '--format', 'openfootball'] as const
    const counts = { code: 0, read: matches, imported: matches, updated: 0, unchanged: 0, rejected: 0 }
    expect(await imported(...line, '--time-zone', zone)).toEqual(counts)
    expect(await imported(...line, '--time-zone', zone)).toEqual({ ...counts, imported: 0, unchanged: matches })
  },
  120_000,
)

test('a season is replayed beside a running server, with the results of the file', async () => {
  const replay = ['replay', fixture('results.csv'), '--speed', '50000'] as const
  const { code, stdout } = await run([...replay, '--json'])
  const output = JSON.parse(stdout)
  expect(isReplayOutput(output)).toBe(true)
  expect(output).toMatchObject({ games: 3, refused: [] })
  expect([code, output.skipped.length]).toEqual([1, 9])
  const rows = await forFeed(server.db).read((tx) =>
    tx
      .selectFrom('feed.game as game')
      .innerJoin('feed.result as result', 'result.game_id', 'game.game_id')
      .select(['game.source_code', 'game.kind', 'game.status', 'result.score'])
      .where('game.producer', '=', 'replay')
      .execute(),
  )
  expect(rows.map(({ kind, status }) => [kind, status])).toEqual([
    [1, 2],
    [1, 2],
    [1, 2],
  ])
  expect(rows.map(({ score }) => `${score?.home}:${score?.away}`).sort()).toEqual(['0:0', '1:4', '2:1'])
  expect((await run([...replay, '--speed', '0'])).code).toBe(2)
  expect((await run(['replay', 'absent.csv'])).code).toBe(2)
})
