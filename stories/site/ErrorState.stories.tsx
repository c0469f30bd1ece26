import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, within } from 'storybook/test'
import { ErrorState } from '#renderers/site/ErrorState.tsx'

const meta = {
  component: ErrorState,
  args: {
    title: 'The games did not load',
    text: 'The connection was lost. Your coupon is safe.',
    onRetry: fn(),
    requestId: 'q7Lm2-8841',
  },
} satisfies Meta<typeof ErrorState>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const WithRetry: Story = {
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Try again' }))
    await expect(args.onRetry).toHaveBeenCalledOnce()
  },
}

export const Retrying: Story = { args: { isRetrying: true } }
