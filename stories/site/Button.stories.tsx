import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, within } from 'storybook/test'
import { Button } from '#renderers/site/Button.tsx'

const meta = {
  component: Button,
  args: { children: 'Place bet · 20.00 €', onClick: fn() },
} satisfies Meta<typeof Button>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Primary: Story = { args: { kind: 'primary' } }
export const Quiet: Story = { args: { kind: 'quiet' } }
export const Plain: Story = { args: { kind: 'plain', iconEnd: 'chevron-down', children: 'More' } }
export const Danger: Story = { args: { kind: 'danger', children: 'Close my account' } }
export const Large: Story = { args: { kind: 'primary', size: 'large', isWide: true } }
export const Small: Story = { args: { size: 'small', icon: 'filter', children: 'Filter' } }
export const IconAlone: Story = { args: { kind: 'quiet', icon: 'bell', children: undefined, 'aria-label': 'Messages' } }
export const Disabled: Story = { args: { kind: 'primary', disabled: true } }

export const Busy: Story = {
  args: { kind: 'primary', isBusy: true },
  play: async ({ canvasElement, args }) => {
    const button = within(canvasElement).getByRole('button')
    await userEvent.click(button)
    await expect(args.onClick).not.toHaveBeenCalled()
    await expect(button).toHaveAttribute('aria-busy', 'true')
  },
}
