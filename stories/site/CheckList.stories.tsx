import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import { CheckList } from '#renderers/site/content/CheckList.tsx'

const meta = {
  component: CheckList,
  args: {
    score: '1 of 2 protections in place',
    items: [
      {
        id: 'password',
        title: 'Password',
        text: 'Set on 01.03.2026.',
        isDone: true,
        mark: 'Done',
        icon: 'key',
        to: '/en/office/change-password',
        action: 'Change',
      },
      {
        id: 'two-factor',
        title: 'Two-factor authentication',
        text: 'Off. The password alone opens your account.',
        isDone: false,
        mark: 'To do',
        icon: 'shield',
        to: '/en/office/security/two-factor/enable',
        action: 'Set up',
      },
      {
        id: 'sessions',
        title: 'Devices and sessions',
        text: 'Signed in now: 2',
        isDone: null,
        icon: 'monitor',
        action: 'Look',
      },
    ],
  },
} satisfies Meta<typeof CheckList>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

/** Items for information only do not count, and an item that leads nowhere has no link. */
export const HalfDone: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const score = canvas.getByRole('progressbar', { name: '1 of 2 protections in place' })
    await expect(score).toHaveAttribute('max', '2')
    await expect(score).toHaveAttribute('value', '1')
    await expect(canvas.getAllByRole('link')).toHaveLength(2)
  },
}

/** Of several things that are not done, one is the next. */
export const OneThingFirst: Story = {
  args: {
    score: '0 of 2 protections in place',
    items: meta.args.items.map((item) => (item.isDone === null ? item : { ...item, isDone: false })),
  },
  play: async ({ canvasElement }) => {
    const kinds = within(canvasElement)
      .getAllByRole('link')
      .map((link) => link.dataset.kind)
    await expect(kinds).toEqual(['primary', 'quiet'])
  },
}
