import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, within } from 'storybook/test'
import { IdleWarning } from '#renderers/shell/IdleWarning.tsx'

const meta = {
  component: IdleWarning,
  args: { endsAtMs: 0, isEnding: false, onStay: fn(), onLeave: fn() },
  render: (args) => <IdleWarning {...args} endsAtMs={Date.now() + 59_000} />,
} satisfies Meta<typeof IdleWarning>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Question: Story = {}

export const Answered: Story = {
  play: async ({ canvasElement, args }) => {
    const dialog = await within(canvasElement).findByRole('dialog', { name: 'Are you still there?' })
    await expect(within(dialog).getByRole('timer').textContent).toMatch(/^0:5\d$/)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Stay signed in' }))
    await userEvent.keyboard('{Escape}')
    await expect(args.onStay).toHaveBeenCalledTimes(2)
    await expect(args.onLeave).not.toHaveBeenCalled()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Sign out now' }))
    await expect(args.onLeave).toHaveBeenCalledOnce()
  },
}

export const SigningOut: Story = {
  args: { isEnding: true },
  play: async ({ canvasElement, args }) => {
    const dialog = await within(canvasElement).findByRole('dialog', { name: 'Are you still there?' })
    await expect(within(dialog).queryByRole('button')).toBeNull()
    await userEvent.keyboard('{Escape}')
    await expect(args.onStay).not.toHaveBeenCalled()
  },
}
