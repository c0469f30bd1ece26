import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { SpinStory } from '#renderers/casino/slots/SpinStory.tsx'
import { VIEWS } from './boards-data.ts'

const [spin] = VIEWS.slot.spins

const meta = {
  component: SpinStory,
  args: { skin: 'harbour', view: VIEWS.slot as never, money: (minor) => `€ ${(minor / 100).toFixed(2)}` },
} satisfies Meta<typeof SpinStory>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

/** Lines are counted from one, as players count them. */
export const Lines: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Line 2: 3 in a row, 24 × the stake of the line')).toBeVisible()
    await expect(canvas.getByText('€ 1.20')).toBeVisible()
  },
}

/** A free spin has its number and its multiplier; a spin that paid nothing is left out. */
export const FreeSpins: Story = {
  args: {
    view: {
      kind: 'slot',
      spins: [
        { ...spin, wins: [], scatters: 3, scatterTimes: 2, freeSpins: 2, payMinor: 200 },
        { ...spin, wins: [], scatters: 0, isFree: true, payMinor: 0 },
        { ...spin, isFree: true, multiplier: 3, payMinor: 360 },
      ],
    } as never,
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('2 free spins')).toBeVisible()
    await expect(canvas.queryByText('Free spin 1 of 2')).toBeNull()
    await expect(canvas.getByText('Free spin 2 of 2')).toBeVisible()
    await expect(canvas.getByText('all prizes × 3')).toBeVisible()
  },
}

export const Falls: Story = {
  args: { view: VIEWS.cascade as never, skin: 'orchard' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('5 in all, 0.1 × the stake')).toBeVisible()
  },
}
