import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fireEvent, fn, userEvent, waitFor, within } from 'storybook/test'
import { byChampionship } from '#machines/feed/board/board-sections.rules.ts'
import { Board } from '#renderers/feed/board/Board.tsx'
import { PriceButton } from '#renderers/feed/price/PriceButton.tsx'
import { type PriceCellProps, PriceCellProvider } from '#renderers/feed/price/price-cell.tsx'
import { BOARD_GAMES } from './feed-data.ts'

const onPress = fn()

function PressedPrice({ game, outcome, name, label, line }: PriceCellProps) {
  return <PriceButton name={name} label={label} line={line} price={outcome.odds} onPress={() => onPress(game.gameId)} />
}

let turnOver: () => void = () => undefined

/** A board whose order is turned over while somebody is at it. */
function TurningBoard() {
  const [isTurned, setTurned] = useState(false)
  turnOver = () => setTurned((was) => !was)
  const games = BOARD_GAMES.slice(0, 4)
  return (
    <PriceCellProvider Price={PressedPrice}>
      <Board
        sections={byChampionship(isTurned ? games.toReversed() : games)}
        view={{ format: 'decimal', isCompact: false, isLight: false, showsGameId: false, priceColumns: 3 }}
        links={{ game: ({ gameId }) => `/en/line/1/9/${gameId}`, champ: () => null }}
        startOf={() => ({ day: '14.03', time: '18:00' })}
        countryOf={() => undefined}
        label="Games"
      />
    </PriceCellProvider>
  )
}

const meta = { component: TurningBoard } satisfies Meta<typeof TurningBoard>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

const order = (root: HTMLElement) =>
  [...root.querySelectorAll<HTMLElement>('[data-game]')].map(({ dataset }) => Number(dataset.game))
const prices = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>('button[data-state]')]
const isOrder = (root: HTMLElement, wanted: readonly number[]) => waitFor(() => expect(order(root)).toEqual(wanted))
/** Long enough for what a turned board would draw. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 100))

/** A finger that is down on a price finds it where it was; the board follows once it is up, or the page is scrolled by it. */
export const UnderFinger: Story = {
  play: async ({ canvasElement }) => {
    const before = order(canvasElement)
    for (const end of ['pointerUp', 'pointerCancel'] as const) {
      const standing = order(canvasElement)
      const [price] = prices(canvasElement)
      fireEvent.pointerDown(price as HTMLElement, { pointerType: 'touch' })
      turnOver()
      await settled()
      await expect(order(canvasElement)).toEqual(standing)
      fireEvent[end](price as HTMLElement, { pointerType: 'touch' })
      await isOrder(canvasElement, standing.toReversed())
    }
    await expect(order(canvasElement)).toEqual(before)
  },
}

/** A price with the focus of the keyboard stays, keeps it, and is what the key presses; the board follows when the focus leaves. */
export const UnderKey: Story = {
  play: async ({ canvasElement }) => {
    onPress.mockClear()
    const before = order(canvasElement)
    await userEvent.tab()
    while (!prices(canvasElement).includes(canvasElement.ownerDocument.activeElement as HTMLElement))
      await userEvent.tab()
    const focused = canvasElement.ownerDocument.activeElement
    turnOver()
    await settled()
    await expect(order(canvasElement)).toEqual(before)
    await expect(focused).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(onPress).toHaveBeenCalledWith(before[0])
    ;(focused as HTMLElement).blur()
    await isOrder(canvasElement, before.toReversed())
  },
}

/** What is not pressed is not held: the board follows at once. */
export const LetGo: Story = {
  play: async ({ canvasElement }) => {
    const before = order(canvasElement)
    await expect(within(canvasElement).getByRole('region', { name: 'Games' })).toBeVisible()
    turnOver()
    await isOrder(canvasElement, before.toReversed())
  },
}
