import type { Meta, StoryObj } from '@storybook/react-vite'
import type { ComponentType } from 'react'
import { expect, within } from 'storybook/test'
import type { BoardProps, Skin } from '#renderers/casino/board.ts'
import { DiceBoard } from '#renderers/casino/instant/DiceBoard.tsx'
import { MinesBoard } from '#renderers/casino/instant/MinesBoard.tsx'
import { PlinkoBoard } from '#renderers/casino/instant/PlinkoBoard.tsx'
import { WheelBoard } from '#renderers/casino/instant/WheelBoard.tsx'
import { CascadeBoard } from '#renderers/casino/slots/CascadeBoard.tsx'
import { SlotBoard } from '#renderers/casino/slots/SlotBoard.tsx'
import { BaccaratBoard } from '#renderers/casino/tables/BaccaratBoard.tsx'
import { BlackjackBoard } from '#renderers/casino/tables/BlackjackBoard.tsx'
import { RouletteBoard } from '#renderers/casino/tables/RouletteBoard.tsx'
import { VideoPokerBoard } from '#renderers/casino/tables/VideoPokerBoard.tsx'
import { SETTINGS, VIEWS } from './boards-data.ts'

const BOARDS = {
  slot: SlotBoard,
  cascade: CascadeBoard,
  roulette: RouletteBoard,
  blackjack: BlackjackBoard,
  baccarat: BaccaratBoard,
  video_poker: VideoPokerBoard,
  dice: DiceBoard,
  mines: MinesBoard,
  plinko: PlinkoBoard,
  wheel: WheelBoard,
} as const

const CHOICES: Readonly<Record<string, object>> = {
  dice: { target: 4950, isOver: true },
  mines: { mines: 3 },
  plinko: { rows: 12, risk: 'medium' },
}

const STAKES: Readonly<Record<string, string>> = {
  roulette: 'black',
  blackjack: 'box1',
  baccarat: 'player',
  wheel: 't2',
}

interface Shown {
  readonly kind: keyof typeof BOARDS
  readonly skin: Skin
}

function Board({ kind, skin }: Shown) {
  const Found = BOARDS[kind] as unknown as ComponentType<BoardProps<never>>
  const nothing = () => {}
  return (
    <Found
      settings={SETTINGS[kind] as never}
      view={VIEWS[kind] as never}
      roundId={1}
      choice={{ kind, ...CHOICES[kind] } as never}
      stakes={[{ on: STAKES[kind] ?? 'main', amountMinor: 100 }]}
      money={(minor) => `€ ${(minor / 100).toFixed(2)}`}
      {...{ skin, isBusy: false, isCalm: true, onChoice: nothing, onSpot: nothing, onAct: nothing, onShown: nothing }}
    />
  )
}

const meta = {
  component: Board,
  args: { kind: 'slot', skin: 'harbour' },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByRole('region')).toBeVisible()
  },
} satisfies Meta<typeof Board>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Slot: Story = {}
export const SlotAtNight: Story = { args: { skin: 'nocturne' } }
export const SlotInTheOrchard: Story = { args: { skin: 'orchard' } }
export const Cascade: Story = { args: { kind: 'cascade', skin: 'orchard' } }
export const Roulette: Story = { args: { kind: 'roulette' } }
export const Blackjack: Story = { args: { kind: 'blackjack', skin: 'nocturne' } }
export const Baccarat: Story = { args: { kind: 'baccarat' } }
export const VideoPoker: Story = { args: { kind: 'video_poker', skin: 'nocturne' } }
export const Dice: Story = { args: { kind: 'dice', skin: 'nocturne' } }
export const Mines: Story = { args: { kind: 'mines' } }
export const Plinko: Story = { args: { kind: 'plinko', skin: 'orchard' } }
export const Wheel: Story = { args: { kind: 'wheel', skin: 'orchard' } }

/** Every game that one plays alone, in the look of the story; the slot of lines has stories of its own. */
const SHOWN = (Object.keys(BOARDS) as (keyof typeof BOARDS)[]).filter((kind) => kind !== 'slot')

const everyGame: Story = {
  render: ({ skin }) => (
    <div style={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '16px' }}>
      {SHOWN.map((kind) => (
        <Board key={kind} {...{ kind, skin }} />
      ))}
    </div>
  ),
  play: async ({ canvasElement }) => {
    const boards = await within(canvasElement).findAllByRole('region')
    await expect(boards.length).toBeGreaterThanOrEqual(SHOWN.length)
  },
}

export const EveryGameInTheHarbour: Story = { ...everyGame, args: { skin: 'harbour' } }
export const EveryGameAtNight: Story = { ...everyGame, args: { skin: 'nocturne' } }
export const EveryGameInTheOrchard: Story = { ...everyGame, args: { skin: 'orchard' } }
