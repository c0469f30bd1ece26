import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, within } from 'storybook/test'
import { NOTIFICATION_KINDS } from '#machines/shell/notification-queue.rules.ts'
import { Notifications } from '#renderers/shell/Notifications.tsx'

const meta = {
  component: Notifications,
  parameters: { layout: 'fullscreen' },
  args: {
    onDismiss: fn(),
    onHold: fn(),
    items: [
      { id: 'one', kind: 'success', text: 'The bet is placed: 20.00 € at 2.40', params: {} },
      { id: 'two', kind: 'warning', text: 'The price has changed from 2.40 to 2.35', params: {} },
    ],
  },
} satisfies Meta<typeof Notifications>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Two: Story = {
  name: 'UI-13: 260 px wide, at the bottom right',
  play: async ({ canvasElement, args }) => {
    const [first] = within(canvasElement).getAllByRole('button', { name: 'Dismiss' })
    if (first === undefined) throw new Error('a notification has no button')
    await userEvent.click(first)
    await expect(args.onDismiss).toHaveBeenCalledWith('one')
    await expect(args.onHold).toHaveBeenCalledWith(true, 'focus')
    const box = within(canvasElement).getByRole('region').getBoundingClientRect()
    await expect(box.width).toBe(260)
    const { clientWidth, clientHeight } = document.documentElement
    await expect([clientWidth - box.right, clientHeight - box.bottom]).toEqual([16, 16])
  },
}

export const EveryKind: Story = {
  args: {
    items: NOTIFICATION_KINDS.map((kind) => ({
      id: kind,
      kind,
      text: `A notification of the kind ${kind}`,
      params: {},
    })),
  },
}
