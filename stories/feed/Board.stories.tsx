import type { Meta, StoryObj } from '@storybook/react-vite'
import { useMemo, useState } from 'react'
import { expect, fn, userEvent, within } from 'storybook/test'
import { byChampionship, byStart, withPinned } from '#machines/feed/board/board-sections.rules.ts'
import { Board } from '#renderers/feed/board/Board.tsx'
import { BoardSkeleton } from '#renderers/feed/board/BoardSkeleton.tsx'
import type { BoardView } from '#renderers/feed/board/board-view.ts'
import type { BoardGame } from '#schemas'
import { BOARD_GAMES, storyGame, TENNIS_GAME } from './feed-data.ts'

const VIEW: BoardView = { format: 'decimal', isCompact: false, isLight: false, showsGameId: false, priceColumns: 7 }
const toggleGame = fn()
const FAVORITES = { hasGame: () => false, hasChamp: (id: number) => id === 9, toggleGame, toggleChamp: fn() }

const { clock: _clock, ...UNTIMED_TENNIS } = TENNIS_GAME

const meta = {
  component: Board,
  // The heads of a board stay below the header of the page.
  decorators: [(Story) => <div style={{ paddingBlockStart: 64 }}>{Story()}</div>],
  args: {
    sections: byChampionship(BOARD_GAMES),
    view: VIEW,
    links: { game: ({ gameId }) => `/en/line/1/9/${gameId}`, champ: ({ champId }) => `/en/line/1/${champId}` },
    favorites: FAVORITES,
    startOf: () => ({ day: '14.03', time: '18:00' }),
    countryOf: (id) => (id === 76 ? { name: 'United Kingdom', code: 'gb' } : undefined),
    label: 'Games',
  },
} satisfies Meta<typeof Board>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Wide: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByRole('button', { name: 'Favourite: Arsenal – Everton' }))
    await expect(toggleGame).toHaveBeenCalledTimes(1)
    // Without a coupon prices are cells, not buttons that do nothing.
    await expect(canvas.queryByRole('button', { name: /1\.85/ })).toBeNull()
  },
}

/** The same game with the prices of its first market moved. */
function moved(game: BoardGame): BoardGame {
  const [first, ...others] = game.markets
  if (!first) return game
  return {
    ...game,
    markets: [{ ...first, outcomes: first.outcomes.map((one) => ({ ...one, odds: '2.22' })) }, ...others],
  }
}

const startOfDrawn = fn(() => ({ day: '14.03', time: '18:00' }))

/** Where the prices of one game move, its row is drawn again and no other: each drawn row asks when its game starts. */
export const OneGameMoves: Story = {
  args: { startOf: startOfDrawn },
  render: function Moving(args) {
    const [games, setGames] = useState(BOARD_GAMES)
    const sections = useMemo(() => byChampionship(games), [games])
    const move = () => setGames(games.map((game, place) => (place === 1 ? moved(game) : game)))
    return (
      <>
        <button type="button" onClick={move}>
          Move
        </button>
        <Board {...args} sections={sections} />
      </>
    )
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(startOfDrawn.mock.calls.length).toBeGreaterThanOrEqual(BOARD_GAMES.length)
    startOfDrawn.mockClear()
    await userEvent.click(canvas.getByRole('button', { name: 'Move' }))
    await canvas.findAllByText('2.22')
    const drawn = (startOfDrawn.mock.calls as unknown as [BoardGame][]).map(([{ gameId }]) => gameId)
    await expect([...new Set(drawn)]).toEqual([BOARD_GAMES[1]?.gameId])
  },
}

export const Compact: Story = { args: { view: { ...VIEW, isCompact: true, isLight: true, showsGameId: true } } }
const PINNED = BOARD_GAMES.slice(2, 4).map(({ gameId }) => gameId)

/** Games that the visitor has pinned are listed under a heading of their own. */
export const Pinned: Story = {
  args: {
    sections: withPinned(byChampionship(BOARD_GAMES), PINNED),
    pins: { has: (gameId) => PINNED.includes(gameId), toggle: fn() },
  },
  play: async ({ canvasElement }) => {
    const [first] = within(canvasElement).getAllByRole('button', { name: /^Pin:/ })
    await expect(first).toHaveAttribute('aria-pressed', 'true')
  },
}

/** A player's bells, where there is room for them. */
export const Belled: Story = {
  args: {
    pins: { has: () => false, toggle: fn() },
    bells: { has: (gameId) => gameId === PINNED[0], toggle: fn() },
  },
  play: async ({ canvasElement, args }) => {
    const bells = within(canvasElement).getAllByRole('button', { name: /^Notifications for the game:/ })
    await expect(bells.filter((bell) => bell.getAttribute('aria-pressed') === 'true')).toHaveLength(1)
    await userEvent.click(bells[0] as HTMLElement)
    await expect(args.bells?.toggle).toHaveBeenCalledOnce()
  },
}

/** Narrow, a row keeps its room for the names. */
export const BelledPhone: Story = {
  ...Belled,
  decorators: [(Story) => <div style={{ inlineSize: 358 }}>{Story()}</div>],
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).queryByRole('button', { name: /^Notifications for the game:/ })).toBeNull()
  },
}

/** Live games whose feed tells no clock: their set, and of one without a score that it is played. Runs of three figures keep their column. */
export const WithoutClocks: Story = {
  args: {
    sections: byChampionship([
      UNTIMED_TENNIS,
      storyGame('Night Owls', 'Sunset Squad', { kind: 1, champId: 13, champName: 'Cyber Series' }),
      storyGame('Marlow Bay', 'Westhaven', {
        kind: 1,
        sportId: 66,
        champId: 14,
        champName: 'Twenty20',
        score: {
          home: 136,
          away: 9,
          periods: [
            { home: 136, away: 0 },
            { home: 0, away: 9 },
          ],
        },
      }),
    ]),
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getByText('Set 3')).toBeVisible()
    await expect(canvas.getByText('Inning 2')).toBeVisible()
    await expect(canvas.getByText('Live')).toBeVisible()
  },
}

/** STORE-1: five columns that were asked for fit beside menu and coupon on a screen of 1280 px; names keep their room. */
export const FiveColumnsBesideCoupon: Story = {
  decorators: [(Story) => <div style={{ inlineSize: 648 }}>{Story()}</div>],
  args: {
    view: { ...VIEW, priceColumns: 5, hasOwnColumns: true },
    pins: { has: () => false, toggle: fn() },
    bells: { has: () => false, toggle: fn() },
  },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getAllByText('Total', { ignore: 'option' })[0]).toBeVisible()
    const [name] = within(canvasElement).getAllByText('Everton')
    await expect(name?.getBoundingClientRect().width).toBeLessThanOrEqual(name?.parentElement?.clientWidth ?? 0)
  },
}

export const American: Story = { args: { view: { ...VIEW, format: 'american' } } }

/** On a phone a row shows one market, which the player chooses. */
export const Phone: Story = {
  decorators: [(Story) => <div style={{ inlineSize: 358 }}>{Story()}</div>],
  args: { sections: byChampionship(BOARD_GAMES.slice(0, 4)) },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const [choice] = canvas.getAllByRole('combobox', { name: 'Market' })
    await userEvent.selectOptions(choice as HTMLElement, 'Total')
    await expect(choice).toHaveDisplayValue('Total')
    await expect(canvas.getAllByText('Over')[0]).toBeVisible()
  },
}

export const ByTime: Story = {
  args: {
    sections: byStart(
      [1, 3, 9].map((hours) =>
        storyGame('Arsenal', `Guests of ${hours}`, { startsAt: new Date(Date.UTC(2026, 2, 14, hours)).toISOString() }),
      ),
      Date.UTC(2026, 2, 14),
      [2, 4],
    ),
  },
}

/** LAYOUT-9: of a thousand games those near the window are drawn. */
export const Thousand: Story = {
  args: {
    sections: byChampionship(Array.from({ length: 1200 }, (_, index) => storyGame(`Team ${index}`, 'Guests'))),
  },
  play: async ({ canvasElement }) => {
    const rows = canvasElement.querySelectorAll('[data-game]').length
    await expect(rows).toBeGreaterThan(8)
    await expect(rows).toBeLessThan(60)
  },
}

export const Loading: Story = { render: () => <BoardSkeleton count={6} priceColumns={3} /> }
