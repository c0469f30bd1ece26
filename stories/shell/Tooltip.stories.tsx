import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { Tooltip } from '#renderers/shell/Tooltip.tsx'
import { Button } from '#renderers/site/Button.tsx'

const meta = {
  component: Tooltip,
  parameters: { layout: 'centered' },
  args: {
    text: 'Your stake comes back when the game is cancelled.',
    children: (described) => <Button {...described} icon="info" aria-label="About cancelled games" />,
  },
} satisfies Meta<typeof Tooltip>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const OnHover: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const hoveredAt = performance.now()
    await userEvent.hover(canvas.getByRole('button'))
    await waitFor(() => expect(canvas.getByRole('tooltip')).toBeVisible())
    await expect(performance.now() - hoveredAt).toBeGreaterThanOrEqual(200)
  },
}

export const OnFocus: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.tab()
    await waitFor(() => expect(canvas.getByRole('tooltip')).toBeVisible())
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(canvas.queryByRole('tooltip')).toBeNull())
  },
}

export const CanBePointedAtAndDismissed: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const user = userEvent.setup()
    const trigger = canvas.getByRole('button')
    await user.hover(trigger)
    const tip = await canvas.findByRole('tooltip')
    await waitFor(() => expect(tip).toBeVisible())
    await user.hover(tip)
    await new Promise((resolve) => setTimeout(resolve, 300))
    await expect(tip).toBeVisible()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(tip).not.toBeVisible())
    await user.hover(trigger)
    await waitFor(() => expect(tip).toBeVisible())
  },
}

export const UnderAFingerThatStays: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const user = userEvent.setup()
    const trigger = canvas.getByRole('button')
    await user.pointer({ keys: '[TouchA>]', target: trigger })
    const tip = await canvas.findByRole('tooltip')
    await waitFor(() => expect(tip).toBeVisible())
    await user.pointer({ keys: '[/TouchA]', target: trigger })
    await expect(tip).toBeVisible()
    await user.pointer({ keys: '[TouchA]', target: document.body })
    await waitFor(() => expect(tip).not.toBeVisible())
  },
}
