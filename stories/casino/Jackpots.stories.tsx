import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import { JackpotStrip } from '#renderers/casino/jackpots/JackpotStrip.tsx'
import { JackpotWin } from '#renderers/casino/jackpots/JackpotWin.tsx'

const meta = {
  component: JackpotStrip,
  args: {
    title: 'Jackpots',
    note: 'Stakes from your own balance go to it.',
    jackpots: [
      { id: 'grand', name: 'Velvet Grand', amount: '€5,123.45', rule: 'Won by chance, with any stake' },
      {
        ...{ id: 'daily', name: 'Velvet Daily', amount: '€434.10', rule: 'Won at the latest at €500.00' },
        ...{ nearness: 0.87, last: 'Last win: €312.00, 1 March, 12:00' },
      },
    ],
  },
} satisfies Meta<typeof JackpotStrip>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Two: Story = {
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(page.getByRole('list', { name: 'Jackpots' })).toBeVisible()
    await expect(page.getByRole('progressbar', { name: 'Won at the latest at €500.00' })).toHaveAttribute(
      'value',
      '0.87',
    )
  },
}

export const One: Story = {
  args: {
    jackpots: [{ id: 'grand', name: 'Velvet Grand', amount: '€1,234,567.89', rule: 'Won by chance, with any stake' }],
  },
}

/** What the dialog of a win has in it: the amount is read once. */
export const Won: Story = {
  render: () => <JackpotWin amount="€1,234,567.89" text="€1,234,567.89 is in your balance." />,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(page.getByText('€1,234,567.89 is in your balance.')).toBeVisible()
    await expect(page.getByText('€1,234,567.89').closest('[aria-hidden]')).not.toBeNull()
  },
}
