import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, userEvent, within } from 'storybook/test'
import { DuelPicker, type DuelTeams } from '#renderers/feed/game/DuelPicker.tsx'
import { GameMarkets } from '#renderers/feed/game/GameMarkets.tsx'
import { LineUps } from '#renderers/feed/game/LineUps.tsx'
import { PlayerCard } from '#renderers/feed/game/PlayerCard.tsx'
import { PlayerGames } from '#renderers/feed/game/PlayerGames.tsx'
import { TeamPlayers } from '#renderers/feed/game/TeamPlayers.tsx'
import { StageTable } from '#renderers/feed/results/StageTable.tsx'
import type { DuelGame, PlayerGame, PlayerInfo, StageTableRow } from '#schemas'
import { storyGame } from './feed-data.ts'

const start = { day: '14.03', time: '18:00' }
const counts = { games: 12, goals: 7, yellowCards: 2, redCards: 0 }
const player: PlayerInfo = {
  ...{ playerId: 1, name: 'A. Marsh', participantId: 11, number: 9, position: 'forward' },
  ...counts,
}
const squad: PlayerInfo[] = [
  player,
  { ...{ playerId: 2, name: 'K. Webb', participantId: 11, number: 1, position: 'goalkeeper' }, ...counts, goals: 0 },
  { playerId: 3, name: 'Maximilian von und zu Hohenstein-Wallerfeld', participantId: 11, ...counts },
]
const participants = [
  { participantId: 11, name: 'Northgate' },
  { participantId: 12, name: 'Harbour United and Rovers' },
]
const did = (kind: PlayerGame['events'][number]['kind'], minute: number) =>
  ({ kind, playerId: 1, periodNumber: 1, seconds: (minute - 1) * 60 }) as const
const played: PlayerGame = {
  ...{ gameId: 1, kind: 1, sportId: 1, champId: 5, champName: 'Premier League', status: 2, participants },
  ...{ startsAt: '2026-03-07T15:00:00.000Z', hasStartTime: true, score: { home: 2, away: 1, periods: [] } },
  ...{ side: 'home', isConfirmed: true, isStarting: true },
  events: [did('goal', 12), did('yellow_card', 40), did('went_off', 77)],
}
const { score: _score, ...unplayed } = played
const games: PlayerGame[] = [
  { ...unplayed, gameId: 2, kind: 3, status: 1, isConfirmed: false, events: [] },
  played,
  { ...played, gameId: 3, side: 'away', isStarting: false, events: [did('came_on', 60), did('red_card', 89)] },
  { ...played, gameId: 4, isStarting: false, events: [] },
]
const row = (place: number, name: string): StageTableRow => ({
  ...{ place, participant: { participantId: 10 + place, name }, played: 3, won: 2, drawn: 1, lost: 0 },
  ...{ scored: 5, conceded: 2, points: 7 },
})
const pathOf = () => '/en/player/1'

const meta = {
  component: PlayerCard,
  args: { player, sportId: 1, team: 'Northgate', teamPath: '/en/team/11' },
} satisfies Meta<typeof PlayerCard>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Card: Story = {
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole('link', { name: 'Northgate' })).toBeVisible()
  },
}
export const CardOfUnknown: Story = {
  args: { player: { playerId: 3, name: 'B. Lane', participantId: 11, ...counts }, teamPath: '' },
}
export const Games: Story = {
  render: () => <PlayerGames games={games} pathOf={() => '/en/live/1'} startOf={() => start} />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getByText('Expected to start')).toBeVisible()
    await expect(canvas.getByText('Goal, minute 12')).toBeInTheDocument()
    await expect(canvas.getByText('On the bench')).toBeVisible()
  },
}
export const Squad: Story = { render: () => <TeamPlayers players={squad} pathOf={pathOf} /> }
export const NoSquad: Story = { render: () => <TeamPlayers players={[]} pathOf={pathOf} /> }
export const Sides: Story = {
  render: () => (
    <LineUps
      names={['Northgate', 'Harbour']}
      lineUps={{
        gameId: 1,
        isConfirmed: true,
        home: [{ playerId: 1, name: 'A. Marsh', number: 9, position: 'forward', isStarting: true }],
        away: [{ playerId: 4, name: 'C. Lane', isStarting: false }],
        events: [did('goal', 12)],
      }}
      info={{ gameId: 1, items: squad }}
      stadium={{ name: 'Northgate Park', city: 'Northgate', capacity: 24500 }}
      pathOf={pathOf}
    />
  ),
}
export const OneSideKnown: Story = {
  render: () => (
    <LineUps
      names={['Northgate', 'Harbour']}
      lineUps={{
        gameId: 1,
        isConfirmed: false,
        home: [{ playerId: 1, name: 'A. Marsh', number: 9, position: 'forward', isStarting: true }],
        away: [],
        events: [],
      }}
      info={{ gameId: 1, items: squad }}
      pathOf={pathOf}
    />
  ),
  play: async ({ canvasElement }) => {
    const tables = within(canvasElement).getAllByRole('table')
    await expect(tables.map((table) => within(table).getAllByRole('row').length)).toEqual([2])
  },
}
export const Table: Story = {
  render: () => (
    <StageTable
      table={{
        ...{ champId: 5, sportId: 1, champName: 'Premier League', season: '2025/26', seasons: ['2025/26'] },
        rows: [row(1, 'Northgate'), row(2, 'Harbour United and Rovers')],
      }}
      marked={[12]}
      pathOf={() => '/en/team/11'}
    />
  ),
}

const duel = storyGame('A. Marsh, K. Webb', 'C. Lane', {
  isDuel: true,
  markets: [
    {
      ...{ marketId: 71, groupId: 13, typeId: 14, status: 1 },
      outcomes: [
        { outcomeId: 72, typeId: 28, odds: '3.2' },
        { outcomeId: 73, typeId: 29, odds: '1.88' },
        { outcomeId: 74, typeId: 30, odds: '4.22' },
      ],
    },
  ],
})

/** The line of a duel as it stands on the page of a player. */
export const DuelLine: Story = {
  render: () => (
    <GameMarkets
      game={duel}
      groups={[{ groupId: 13, typeIds: [14] }]}
      format="decimal"
      isInTwoColumns={false}
      isPlain
    />
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getByText('3.20')).toBeVisible()
    await expect(canvas.queryByRole('searchbox')).toBeNull()
  },
}

const duelGame: DuelGame = {
  ...{ gameId: 9, sportId: 1, champName: 'Premier League', startsAt: '2026-03-14T18:00:00.000Z' },
  home: { participantId: 11, name: 'Northgate' },
  away: { participantId: 12, name: 'Harbour' },
  homePlayers: [{ playerId: 1, name: 'A. Marsh', number: 9, position: 'forward', expectedGoals: 0.5 }],
  awayPlayers: [{ playerId: 4, name: 'C. Lane', expectedGoals: 0.3 }],
}

function Picked() {
  const [teams, setTeams] = useState<DuelTeams>({ home: [], away: [] })
  return (
    <DuelPicker
      games={[duelGame]}
      teams={teams}
      onChange={(side, team) => setTeams({ ...teams, [side]: team })}
      startOf={() => start}
    >
      <span>{teams.home.length + teams.away.length} players</span>
    </DuelPicker>
  )
}

export const DuelTeamsChosen: Story = {
  render: () => <Picked />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByRole('button', { name: 'Add A. Marsh to Team 1' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Add C. Lane to Team 2' }))
    await expect(canvas.getByText('2 players')).toBeVisible()
  },
}
