import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import { type RatedGame, rankedSides, rateGames } from '#machines/feed/statistics/elo.rules.ts'
import { seasonMonths, seasonTable } from '#machines/feed/statistics/season-table.rules.ts'
import { statisticRest } from '#machines/feed/statistics/statistics-address.rules.ts'
import { GameForm, GameHead, GameMeetings, GameSummary } from '#renderers/feed/statistics/GameSummary.tsx'
import { HorseRecord } from '#renderers/feed/statistics/HorseRecord.tsx'
import { PriceGraph } from '#renderers/feed/statistics/PriceGraph.tsx'
import { RatingHistory, RatingRulesNote, RatingTable } from '#renderers/feed/statistics/Ratings.tsx'
import { SeasonMonths, SeasonTable } from '#renderers/feed/statistics/SeasonTable.tsx'
import { StatisticsViewProvider } from '#renderers/feed/statistics/statistics-view.tsx'
import type { GameStatisticsAnswer, HorseAnswer, PriceGraphAnswer, ResultGame } from '#schemas'

const NAMES = ['Northgate', 'Harbour', 'Millbrook', 'Eastfield']
const side = (number: number) => ({ participantId: number + 1, name: NAMES[number] ?? '' })
const RULES = { start: 1500, weight: 20, homeAdvantage: 65, isMarginCounted: true }

/** Everybody against everybody, twice. */
const GAMES: RatedGame[] = NAMES.flatMap((_home, home) =>
  NAMES.flatMap((_away, away) => {
    if (home === away) return []
    const number = home * NAMES.length + away
    const startsAt = new Date(Date.UTC(2025, 7 + (number % 4), 1 + number)).toISOString()
    const score = { home: (number * 7) % 4, away: (number * 5) % 3 }
    return { gameId: 100 + number, startsAt, home: side(home), away: side(away), score }
  }),
)
const RESULTS: ResultGame[] = GAMES.map(({ gameId, startsAt, home, away, score }) => ({
  ...{ gameId, sportId: 1, champId: 5, champName: 'Northern League', startsAt, hasStartTime: true, status: 2 },
  participants: [home, away],
  score,
}))
const RATINGS = rateGames(GAMES, RULES)
const ROWS = seasonTable(1, GAMES, 'overall')
const [GAME] = RESULTS

const formOfSide = (number: number) => ({
  participant: side(number),
  games: RESULTS.filter(({ participants }) => participants.some(({ participantId }) => participantId === number + 1)),
  history: [...(RATINGS.sides.get(number + 1)?.changes ?? [])],
  rating: { rating: RATINGS.sides.get(number + 1)?.rating ?? 0, place: number + 1, sides: 4 },
})
const ANSWER: GameStatisticsAnswer = {
  game: GAME as ResultGame,
  season: '2025/26',
  seasonId: '2025-26',
  isOver: false,
  counts: [{ code: 'corners', home: 4, away: 1 }],
  home: formOfSide(0),
  away: formOfSide(1),
  headToHead: { gameId: 1, homeWins: 2, draws: 1, awayWins: 1, games: RESULTS.slice(0, 4) },
  forecast: { homePermille: 480, drawPermille: 250, awayPermille: 270, games: GAMES.length },
}
const at = (minute: number) => new Date(Date.UTC(2026, 2, 7, 12, minute)).toISOString()
const line = (outcomeTypeId: number, odds: readonly string[]) => ({
  outcomeTypeId,
  points: odds.map((price, place) => ({ at: at(place * 9), odds: price, phase: 'line' as const })),
})
const GRAPH: PriceGraphAnswer = {
  game: GAME as ResultGame,
  markets: [{ typeId: 1, movements: 12 }],
  market: { typeId: 1, movements: 12 },
  lines: [
    line(1, ['2.1', '2.05', '1.95', '2']),
    line(2, ['3.4', '3.4', '3.5']),
    line(3, ['3.6', '3.75', '3.9', '3.8']),
  ],
  gaps: [{ from: at(12), to: at(17) }],
  until: at(40),
}
const HORSE: HorseAnswer = {
  ...{ horseId: 3, name: 'Silver Lantern', sportId: 130, runs: 4, wins: 1, placed: 3 },
  starts: [2, 1, 5, 3].map((place, number) => ({
    ...{ gameId: 300 + number, name: `Race ${number + 1}`, course: 'Meadow Park', isOver: true, number: 4, runners: 9 },
    startsAt: at(-number * 60),
    ...{ jockey: 'T. Marsh', weightKg: 58.5, place },
  })),
}
const view = {
  to: (place: Parameters<typeof statisticRest>[0]) => `#${place.kind}/${statisticRest(place) ?? ''}`,
  dayOf: (instant: string) => instant.slice(0, 10),
  momentOf: (instant: string) => instant.slice(5, 16).replace('T', ' '),
  monthOf: (month: string) => month,
}
const PARTS = {
  game: (
    <>
      <GameHead answer={ANSWER} />
      <GameSummary answer={ANSWER} />
    </>
  ),
  form: <GameForm answer={ANSWER} />,
  meetings: <GameMeetings answer={ANSWER} />,
  table: <SeasonTable season={{ champName: 'Northern League', sportId: 1, rows: ROWS }} type="overall" marked={[1]} />,
  totals: (
    <SeasonTable
      season={{ champName: 'Northern League', sportId: 1, rows: seasonTable(1, GAMES, 'totals') }}
      type="totals"
    />
  ),
  empty: <SeasonTable season={{ champName: 'Northern League', sportId: 1, rows: [] }} type="home" />,
  months: <SeasonMonths months={seasonMonths(GAMES)} />,
  ratings: (
    <>
      <RatingRulesNote rules={RULES} example={RATINGS.sides.get(1)?.changes.at(-1)} />
      <RatingTable
        answer={{
          ...{ sportId: 1, ratingId: 'all', rules: RULES, games: GAMES.length, sides: 4 },
          rows: rankedSides(RATINGS.sides.values()),
        }}
      />
    </>
  ),
  history: <RatingHistory sportId={1} name="Northgate" history={RATINGS.sides.get(1)?.changes ?? []} />,
  graph: <PriceGraph answer={GRAPH} view="decimal" />,
  horse: <HorseRecord answer={HORSE} />,
} as const

function Statistics({ part }: { readonly part: keyof typeof PARTS }) {
  return <StatisticsViewProvider view={view}>{PARTS[part]}</StatisticsViewProvider>
}

const meta = { component: Statistics, args: { part: 'game' } } satisfies Meta<typeof Statistics>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Game: Story = {
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getAllByRole('img').length).toBeGreaterThan(1)
  },
}
export const Form: Story = { args: { part: 'form' } }
export const Meetings: Story = { args: { part: 'meetings' } }
export const Table: Story = { args: { part: 'table' } }
export const Totals: Story = { args: { part: 'totals' } }
export const NoTable: Story = { args: { part: 'empty' } }
export const Months: Story = { args: { part: 'months' } }
export const Ratings: Story = { args: { part: 'ratings' } }
export const History: Story = { args: { part: 'history' } }

/** Two pieces of a line, with the silence of the source between them. */
export const Graph: Story = {
  args: { part: 'graph' },
  play: async ({ canvasElement }) => {
    const lines = canvasElement.querySelectorAll('svg [data-series="0"] path')
    await expect(lines).toHaveLength(2)
  },
}
export const Horse: Story = { args: { part: 'horse' } }
