import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { OfficeStory } from '../account/OfficeStory.tsx'

const meta = {
  component: OfficeStory,
  args: { routeId: 'betting_calculator', answers: {} },
} satisfies Meta<typeof OfficeStory>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

/** INFO-5: an address with a system shows every combination and every step. */
export const System: Story = {
  args: { query: 'type=system&size=2&stake=30&odds=1.5&odds=2&odds=3&result=win&result=win&result=lose' },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('1 × 2')).toBeVisible()
    await userEvent.selectOptions(canvas.getByLabelText('Result of selection 3'), 'Won')
    await expect((await canvas.findAllByText(/105\.00/))[0]).toBeVisible()
  },
}

/** A hundred outcomes are refused in words. */
export const TooMany: Story = {
  args: { query: `type=express&stake=10&${Array.from({ length: 100 }, () => 'odds=2').join('&')}` },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByRole('alert')).toHaveTextContent(/selections at most/)
  },
}

export const Empty: Story = {}

/** Prices in all formats, and the margin of their market. */
export const Odds: Story = {
  args: { routeId: 'calculator', query: 'odds=1.91&odds=1.91' },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText('4.50 %')).toBeVisible()
  },
}
