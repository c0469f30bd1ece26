import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import { BingoBoard } from '#renderers/lotteries/BingoBoard.tsx'
import { BingoCardGrid } from '#renderers/lotteries/BingoCardGrid.tsx'

const SQUARE = [
  [4, 17, 33, 46, 61],
  [9, 22, 38, 50, 66],
  [1, 29, 0, 59, 70],
  [12, 19, 41, 47, 75],
  [7, 30, 36, 52, 64],
]
const WIDE = [
  [1, 0, 20, 0, 40, 0, 60, 0, 80],
  [0, 10, 0, 30, 0, 50, 0, 70, 81],
  [2, 11, 21, 31, 41, 0, 0, 0, 0],
]

interface Shown {
  readonly balls: number
  readonly called: readonly number[]
}

function Board({ balls, called }: Shown) {
  return <BingoBoard {...{ balls, called }} />
}

const meta = { component: Board, args: { balls: 75, called: [4, 70, 33] } } satisfies Meta<typeof Board>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const NumbersAreCalled: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getByRole('status')).toHaveTextContent('33. 3 called')
    await expect(canvas.getByText('3 of 75 called')).toBeVisible()
  },
}

export const BeforeTheFirst: Story = { args: { balls: 90, called: [] } }

export const CardOf75: Story = {
  render: () => (
    <BingoCardGrid title="Card 1" rows={SQUARE} called={new Set([4, 70, 33])} last={33} left={21} hasWon={false} />
  ),
}

export const CardOf90ThatHasWon: Story = {
  render: () => (
    <BingoCardGrid title="Card 2" rows={WIDE} called={new Set([10, 30, 50, 70, 81])} last={81} left={10} hasWon />
  ),
}
