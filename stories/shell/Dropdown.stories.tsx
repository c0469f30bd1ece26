import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import { Dropdown } from '#renderers/shell/Dropdown.tsx'
import { DropdownItem } from '#renderers/shell/DropdownItem.tsx'
import { DropdownOpening } from '#renderers/shell/use-dropdown.tsx'

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

export const ByHovering: Story = {
  render: (args) => (
    <DropdownOpening value="hover">
      <Dropdown {...args} />
    </DropdownOpening>
  ),
  play: async ({ canvasElement, args }) => {
    const trigger = within(canvasElement).getByRole('button', { name: 'Sort by time' })
    await userEvent.tab()
    await waitFor(() => expect(trigger).toHaveAttribute('aria-expanded', 'false'))
    await userEvent.hover(trigger)
    await waitFor(() => expect(args.onToggled).toHaveBeenLastCalledWith(true))
    await expect(trigger).toHaveAttribute('aria-expanded', 'true')
    await userEvent.unhover(trigger)
    await waitFor(() => expect(args.onToggled).toHaveBeenLastCalledWith(false))
  },
}
