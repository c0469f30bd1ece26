import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import { entrantOutcome, MARKET_TYPE } from '#machines/feed/markets/market-types.ts'
import { Meetings } from '#renderers/feed/game/Meetings.tsx'
import { RaceCard } from '#renderers/feed/game/RaceCard.tsx'
import type { HorseRaceAnswer, Market, RaceMeeting, Silks } from '#schemas'
import { storyGame } from './feed-data.ts'

const PATTERNS: readonly Silks['pattern'][] = [
  'hoops',
  'stripes',
  'plain',
  'halved',
  'quartered',
  'sash',
  'star',
  'diamonds',
]
const NAMES = [
  'Silver Lantern',
  'Quiet Comet',
  'Copper Arrow',
  'Hidden Ember',
  'Royal Signal',
  'Gentle Canyon',
  'Stormy Anthem',
  'Ivory Pioneer',
]
const card: HorseRaceAnswer = {
  gameId: 71,
  isOver: false,
  race: { raceNumber: 3, distanceM: 1600, going: 'good_to_soft' },
  entrants: NAMES.map((name, at) => ({
    number: at + 1,
    name,
    jockey: 'T. Marsh',
    trainer: 'O. Brandt',
    age: 3 + (at % 4),
    weightKg: 56 + at / 2,
    stall: 8 - at,
    form: '31-24',
    silks: {
      pattern: PATTERNS[at] ?? 'plain',
      body: ['#1d4ed8', '#dc2626', '#15803d', '#f8fafc'][at % 4] ?? '#1d4ed8',
      second: ['#facc15', '#f8fafc', '#111827', '#7c3aed'][at % 4] ?? '#facc15',
      sleeves: ['#facc15', '#dc2626', '#f97316'][at % 3] ?? '#facc15',
      cap: ['#111827', '#facc15', '#0ea5e9'][at % 3] ?? '#111827',
    },
  })),
}

function onField(marketId: number, type: typeof MARKET_TYPE.fieldWinner | typeof MARKET_TYPE.fieldPlace, from: number) {
  const isPlace = type === MARKET_TYPE.fieldPlace
  const market: Market = {
    marketId,
    groupId: type.groupId,
    typeId: type.typeId,
    ...(isPlace && { parameter: '3' }),
    status: 1,
    outcomes: NAMES.map((name, at) => ({
      outcomeId: marketId * 100 + at,
      typeId: entrantOutcome(type, at + 1),
      odds: (from + at * (isPlace ? 0.4 : 1.5)).toFixed(2),
      name,
    })),
  }
  return market
}

const { fieldWinner, fieldPlace } = MARKET_TYPE
const race = storyGame('Fairwater Stakes', '', {
  sportId: 130,
  champName: 'Harbour Downs',
  participants: [{ participantId: 1, name: 'Fairwater Stakes' }],
  markets: [onField(801, fieldWinner, 3.5), onField(802, fieldPlace, 1.6)],
})

const meta = {
  component: RaceCard,
  args: { game: race, card, format: 'decimal' },
} satisfies Meta<typeof RaceCard>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const BeforeTheStart: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getAllByRole('row')).toHaveLength(NAMES.length + 1)
    await expect(canvas.getByText('Places 1–3')).toBeVisible()
  },
}

export const WithANonRunner: Story = {
  args: {
    card: { ...card, entrants: card.entrants.map((one) => (one.number === 4 ? { ...one, isWithdrawn: true } : one)) },
  },
}

const PLACES = [4, 1, 2, 2, undefined, 5, 6, 7]
const over: HorseRaceAnswer = {
  ...card,
  isOver: true,
  entrants: card.entrants.map((one, at) => {
    const place = PLACES[at]
    return { ...one, ...(place !== undefined && { place }) }
  }),
}

export const Over: Story = {
  args: { card: over, game: { ...race, status: 2, markets: [] } },
  play: async ({ canvasElement }) => {
    const [, first] = within(canvasElement).getAllByRole('row')
    await expect(first).toHaveTextContent('Quiet Comet')
  },
}

export const Election: Story = {
  args: {
    card: {
      gameId: 72,
      isOver: false,
      entrants: ['A. Moreno', 'K. Vogt', 'L. Haddad'].map((name, at) => ({ number: at + 1, name })),
    },
    game: { ...race, sportId: 193, markets: [onField(803, fieldWinner, 1.8)] },
  },
}

const meeting: RaceMeeting = {
  champId: 5,
  sportId: 130,
  course: 'Harbour Downs',
  countryId: 76,
  going: 'good_to_soft',
  races: [
    {
      gameId: 70,
      name: 'Maiden Stakes',
      startsAt: '2026-03-14T15:00:00.000Z',
      kind: 1,
      status: 2,
      race: { raceNumber: 1, distanceM: 1200 },
      runnerCount: 9,
      finish: [
        { place: 1, number: 2, name: 'Quiet Comet' },
        { place: 2, number: 3, name: 'Copper Arrow' },
        { place: 2, number: 4, name: 'Hidden Ember' },
      ],
    },
    { gameId: 71, name: 'Oakdale Handicap', startsAt: '2026-03-14T15:20:00.000Z', kind: 1, status: 3, runnerCount: 11 },
    {
      gameId: 72,
      name: 'Fairwater Stakes',
      startsAt: '2026-03-14T15:40:00.000Z',
      kind: 3,
      status: 1,
      race: { raceNumber: 3, distanceM: 1600 },
      runnerCount: 8,
    },
  ],
}

const elsewhere: RaceMeeting = {
  ...meeting,
  champId: 6,
  course: 'Val Clair',
  countryId: 74,
  races: meeting.races.map((race) => ({ ...race, gameId: race.gameId + 10 })),
}

export const MeetingsOfADay: StoryObj = {
  render: () => (
    <Meetings
      meetings={[meeting, elsewhere]}
      pathOf={() => '#'}
      startOf={({ startsAt }) => ({ day: '', time: startsAt.slice(11, 16) })}
      countryOf={() => ({ name: 'United Kingdom', code: 'gb' })}
    />
  ),
}

/** The race is run: who is ahead stands on top, and no prices are left. */
export const Running: Story = {
  args: {
    game: { ...race, kind: 1, status: 3, markets: [] },
    card: {
      ...card,
      race: {
        ...{ raceNumber: 3, distanceM: 1600 },
        positions: NAMES.map((_, at) => ({ number: at + 1, metres: 900 + ((at * 53) % 160) })),
      },
    },
  },
  play: async ({ canvasElement }) => {
    const track = within(within(canvasElement).getByRole('region', { name: 'Race' }))
    await expect(track.getByText('541 m to go')).toBeVisible()
    const runners = track.getAllByRole('listitem')
    await expect(runners[0]).toHaveTextContent('4Hidden Ember')
    await expect(runners).toHaveLength(NAMES.length)
  },
}
