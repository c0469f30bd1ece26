import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, userEvent, within } from 'storybook/test'
import { Balls } from '#renderers/lotteries/Balls.tsx'
import { DrawShow } from '#renderers/lotteries/DrawShow.tsx'
import { NumberGrid } from '#renderers/lotteries/NumberGrid.tsx'

interface Shown {
  readonly pool: number
  readonly most: number
  readonly kind: 'main' | 'second'
}

function Grid({ pool, most, kind }: Shown) {
  const [chosen, setChosen] = useState<readonly number[]>([])
  return (
    <NumberGrid
      label={`${chosen.length} / ${most}`}
      {...{ pool, most, kind, chosen }}
      onChange={(next) => setChosen(next)}
    />
  )
}

const meta = {
  component: Grid,
  args: { pool: 49, most: 6, kind: 'main' },
} satisfies Meta<typeof Grid>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Numbers: Story = {
  args: { most: 2 },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByRole('button', { name: '7' }))
    await userEvent.click(canvas.getByRole('button', { name: '13' }))
    await expect(canvas.getByRole('button', { name: '7' })).toHaveAttribute('aria-pressed', 'true')
    await expect(canvas.getByRole('button', { name: '8' })).toBeDisabled()
    await userEvent.click(canvas.getByRole('button', { name: '7' }))
    await expect(canvas.getByRole('button', { name: '8' })).toBeEnabled()
  },
}

export const SecondDrum: Story = { args: { pool: 12, most: 2, kind: 'second' } }

export const BallsOfALine: Story = {
  render: () => <Balls label="Line 1" numbers={[5, 20, 23, 26, 34]} second={[3, 7]} hits={[20, 34]} secondHits={[7]} />,
}

export const ADrawThatIsSkipped: Story = {
  render: () => (
    <DrawShow title="Draw 12" numbers={[5, 26, 41, 23, 20, 34]} bonus={[7]} second={[]} onClose={() => undefined} />
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const skip = canvas.queryByRole('button', { name: 'Skip' })
    if (skip) await userEvent.click(skip)
    await canvas.findByRole('button', { name: 'Close' })
    await expect(canvas.getAllByRole('listitem')).toHaveLength(7)
  },
}
