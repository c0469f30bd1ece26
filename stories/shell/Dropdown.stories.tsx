import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import { Dropdown } from '#renderers/shell/Dropdown.tsx'
import { DropdownItem } from '#renderers/shell/DropdownItem.tsx'

const meta = {
  component: Dropdown,
  args: {
    trigger: { kind: 'quiet', iconEnd: 'chevron-down', children: 'Sort by time' },
    children: (
      <>
        <DropdownItem isCurrent onPress={fn()}>
          Time
        </DropdownItem>
        <DropdownItem onPress={fn()}>League</DropdownItem>
        <DropdownItem onPress={fn()}>Popularity</DropdownItem>
      </>
    ),
    onToggled: fn(),
  },
} satisfies Meta<typeof Dropdown>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Closed: Story = {}

export const OpensAndCloses: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByRole('button', { name: 'Sort by time' }))
    await waitFor(() => expect(args.onToggled).toHaveBeenLastCalledWith(true))
    await userEvent.click(await canvas.findByRole('button', { name: 'League' }))
    await waitFor(() => expect(args.onToggled).toHaveBeenLastCalledWith(false))
  },
}

export const Open: Story = {
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Sort by time' }))
  },
}

export const Governed: Story = {
  args: { governor: { isOpen: true, send: fn() } },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getByRole('button', { name: 'Sort by time' })).toHaveAttribute('aria-expanded', 'true')
    await userEvent.click(await canvas.findByRole('button', { name: 'Popularity' }))
    await expect(args.governor?.send).toHaveBeenCalledWith({ type: 'item.chosen' })
    await userEvent.click(document.body)
    await expect(args.governor?.send).toHaveBeenCalledWith({ type: 'outside.pressed', isScrollbar: false })
  },
}
