import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, within } from 'storybook/test'
import { Tabs } from '#renderers/site/Tabs.tsx'

const meta = {
  component: Tabs,
  args: {
    label: 'Ways to register',
    selectedId: 'email',
    onSelect: fn(),
    tabs: [
      { id: 'fast', label: 'One click', icon: 'bolt' },
      { id: 'phone', label: 'By phone', icon: 'phone' },
      { id: 'email', label: 'By e-mail', icon: 'mail' },
      { id: 'social', label: 'Social', count: 4 },
    ],
    children: 'The form of the selected way.',
  },
} satisfies Meta<typeof Tabs>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Line: Story = {
  play: async ({ canvasElement, args }) => {
    within(canvasElement).getByRole('tab', { name: 'By e-mail' }).focus()
    await userEvent.keyboard('{Home}')
    await expect(args.onSelect).toHaveBeenLastCalledWith('fast')
  },
}

export const Segments: Story = { args: { kind: 'segments' } }
export const Disabled: Story = { args: { isDisabled: true } }
