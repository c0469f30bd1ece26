import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { ChampStrip } from '#renderers/feed/board/ChampStrip.tsx'
import { SportMenu } from '#renderers/feed/board/SportMenu.tsx'
import { GameMarkets } from '#renderers/feed/game/GameMarkets.tsx'
import { Scoreboard } from '#renderers/feed/game/Scoreboard.tsx'
import { GameStatistics } from '#renderers/feed/results/GameStatistics.tsx'
import { MatchField } from '#renderers/feed/tracker/MatchField.tsx'
import { MatchTimeline } from '#renderers/feed/tracker/MatchTimeline.tsx'
import type { ResultGame } from '#schemas'
import { GAME_MARKETS, LIVE_GAME, storyGame, TENNIS_GAME } from './feed-data.ts'

const start = { day: '14.03', time: '18:00' }
const game = storyGame('Arsenal', 'Everton', { markets: [...GAME_MARKETS] })

const over: ResultGame = {
  gameId: 71,
  sportId: 1,
  champId: 5,
  champName: 'Premier League',
  startsAt: '2026-03-07T15:00:00.000Z',
  hasStartTime: true,
  status: 2,
  participants: [
    { participantId: 1, name: 'Arsenal' },
    { participantId: 2, name: 'Everton' },
  ],
  score: { home: 2, away: 1, periods: [] },
}

const meta = {
  component: GameMarkets,
  args: {
    game,
    groups: [1, 2, 4, 5, 6, 7, 9].map((groupId) => ({ groupId, typeIds: [groupId] })),
    format: 'decimal',
    isInTwoColumns: true,
    onColumns: () => undefined,
  },
} satisfies Meta<typeof GameMarkets>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const TwoColumns: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(canvas.getByRole('searchbox'), 'score')
    await expect(canvas.getAllByRole('heading', { level: 2 })).toHaveLength(2)
    await userEvent.type(canvas.getByRole('searchbox'), 'zzz')
    await expect(canvas.getByText('No market found')).toBeVisible()
    await userEvent.clear(canvas.getByRole('searchbox'))
    await userEvent.click(canvas.getByRole('button', { name: 'Fold all' }))
    await expect(canvas.queryByText('Any other score')).not.toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Unfold all' }))
  },
}

export const OneColumn: Story = { args: { isInTwoColumns: false } }
export const Closed: Story = { args: { game: { ...game, markets: [] } } }
export const LiveScore: Story = {
  render: () => <Scoreboard game={LIVE_GAME} start={start} showsGameId isLight={false} />,
}
export const Sets: Story = {
  render: () => <Scoreboard game={TENNIS_GAME} start={start} showsGameId={false} isLight={false} />,
}
export const BeforeStart: Story = {
  render: () => <Scoreboard game={game} start={start} showsGameId={false} isLight={false} />,
}
export const Sports: Story = {
  render: () => (
    <SportMenu
      label="Sports"
      items={[
        { id: '1', label: 'Football', to: '/en/line/1', icon: 'football', count: 312, isCurrent: true },
        { id: '4', label: 'Tennis', to: '/en/line/4', icon: 'tennis', count: 41 },
        { id: '2', label: 'Ice hockey', to: '/en/line/2', icon: 'hockey', count: 7 },
      ]}
    />
  ),
}
/** A narrow page is drawn sideways to the line that is current. */
export const SportsOnPhone: Story = {
  render: () => (
    <div style={{ inlineSize: 320 }}>
      <SportMenu
        label="Sports"
        items={['Football', 'Ice hockey', 'Basketball', 'Tennis', 'Volleyball', 'Handball'].map((name, at) => ({
          id: name,
          label: name,
          to: `/en/line/${at}`,
          icon: 'ball',
          count: at,
          isCurrent: name === 'Handball',
        }))}
      />
    </div>
  ),
}
export const Statistics: Story = {
  render: () => (
    <GameStatistics
      names={['Arsenal', 'Everton']}
      headToHead={{ gameId: 70, homeWins: 1, draws: 0, awayWins: 0, games: [over] }}
      last={{ gameId: 70, home: [over], away: [over] }}
      startOf={() => start}
    />
  ),
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole('heading', { name: 'Head to head' })).toBeVisible()
  },
}
export const NoStatistics: Story = {
  render: () => (
    <GameStatistics
      names={['Arsenal', 'Everton']}
      headToHead={{ gameId: 70, homeWins: 0, draws: 0, awayWins: 0, games: [] }}
      last={{ gameId: 70, home: [], away: [] }}
      startOf={() => start}
    />
  ),
}
export const Championships: Story = {
  render: () => (
    <ChampStrip
      label="Popular championships"
      champs={[
        { id: '1', name: 'Premier League', place: 'England', icon: 'football', to: '/1', count: 10, liveCount: 0 },
        {
          id: '2',
          name: 'A Very Long Name of a Cup',
          place: 'Tennis',
          icon: 'tennis',
          to: '/2',
          count: 4,
          liveCount: 1,
        },
        { id: '3', name: 'League of Champions', place: 'Ice hockey', icon: 'hockey', to: '/3', count: 7, liveCount: 0 },
      ]}
    />
  ),
}

const incidents = [
  { kind: 'corner', side: 'home', periodNumber: 1, seconds: 300 },
  { kind: 'goal', side: 'home', periodNumber: 1, seconds: 1505, number: 9, method: 'header' },
  { kind: 'yellow_card', side: 'away', periodNumber: 1, seconds: 2100 },
  { kind: 'red_card', side: 'away', periodNumber: 2, seconds: 3100 },
] as const

export const WhatHappened: Story = {
  render: () => (
    <MatchTimeline
      game={storyGame('Arsenal', 'Everton', { score: { home: 1, away: 0, facts: { incidents: [...incidents] } } })}
    />
  ),
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getAllByRole('listitem')).toHaveLength(3)
  },
}

/** A game of each sport that has a field of its own, the ball where it decides something. */
const FIELDS = [
  [1, { side: 'home', danger: 'danger' }, 'Dangerous attack'],
  [2, { side: 'away', danger: 'attack' }, 'Attack'],
  [3, { side: 'home', danger: 'safe' }, 'In possession'],
  [8, { side: 'away', danger: 'danger' }, 'Dangerous attack'],
  [13, { side: 'home', danger: 'attack' }, 'Attack'],
  [4, { side: 'home' }, 'Serving'],
  [6, { side: 'away' }, 'Serving'],
  [10, { side: 'home' }, 'Serving'],
  [66, { side: 'away' }, 'Batting'],
  [5, { side: 'home' }, 'Batting'],
] as const

export const Fields: Story = {
  render: () => (
    <div style={{ display: 'grid', gap: 12, maxInlineSize: 560 }}>
      {FIELDS.map(([sportId, ball]) => (
        <MatchField key={sportId} game={storyGame('Arsenal', `Everton ${sportId}`, { sportId, ball })} />
      ))}
      <MatchField game={storyGame('D. Stone', 'M. Vargas', { sportId: 56, ball: { side: 'home' } })} />
    </div>
  ),
  play: async ({ canvasElement }) => {
    const fields = within(canvasElement).getAllByRole('region', { name: /^Field: / })
    await expect(fields).toHaveLength(FIELDS.length)
    for (const [place, [sportId, ball, text]] of FIELDS.entries())
      await expect(fields[place]).toHaveTextContent(`${ball.side === 'home' ? 'Arsenal' : `Everton ${sportId}`}${text}`)
  },
}
