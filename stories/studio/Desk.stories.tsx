import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { DESK_ANSWERS, DESK_TALK } from './desk-data.ts'
import { StudioStory } from './StudioStory.tsx'

const meta = {
  component: StudioStory,
  args: { path: '/brands/northstar/desk', data: { answers: DESK_ANSWERS } },
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof StudioStory>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Waiting: Story = {
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    const first = await page.findByRole('button', { name: /Where is my deposit/ })
    first.focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect(page.getByRole('button', { name: /Thank you/ })).toHaveFocus()
    await userEvent.keyboard('{ArrowUp}{Enter}')
    await expect(await page.findByRole('button', { name: 'Take it' })).toBeVisible()
    await userEvent.type(page.getByLabelText('Answer'), 'It has arrived.')
    await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled()
  },
}

export const Taken: Story = {
  args: {
    path: '/brands/northstar/desk?list=support&item=10204080',
    data: {
      answers: {
        ...DESK_ANSWERS,
        getDeskTalk: { ...DESK_TALK, claim: { by: 'Rita', isMine: false, until: '2026-11-24T10:30:00.000Z' } },
      },
    },
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(await page.findByText(/Rita has taken this/)).toBeVisible()
    await userEvent.type(page.getByLabelText('Answer'), 'Hello')
    await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  },
}

export const Payment: Story = {
  args: { path: '/brands/northstar/desk?list=payment&item=70012' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(await page.findByText('Password or contacts were changed lately')).toBeVisible()
    await expect(page.getByText(/1 of 2 approvals/)).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'Refuse' }))
    const box = within(await page.findByRole('dialog', { name: 'Refuse this payment?' }))
    await userEvent.type(box.getByLabelText('Why?'), 'Not your account.')
    await userEvent.click(box.getByRole('button', { name: 'Refuse' }))
    await expect(page.queryByRole('dialog')).toBeNull()
  },
}

export const Identification: Story = {
  args: { path: '/brands/northstar/desk?list=identification&item=10204080' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await userEvent.click(await page.findByRole('button', { name: 'Reject' }))
    const box = within(await page.findByRole('dialog', { name: 'Reject these documents?' }))
    await expect(box.getByRole('button', { name: 'Reject' })).toBeDisabled()
    await userEvent.type(box.getByLabelText('Why?'), 'Too dark.')
    await userEvent.click(box.getByRole('button', { name: 'Reject' }))
    await expect(page.queryByRole('dialog')).toBeNull()
  },
}

export const Appeal: Story = {
  args: { path: '/brands/northstar/desk?list=appeal&item=3' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await userEvent.type(await page.findByLabelText('Answer'), 'You are right.')
    await expect(page.getByRole('button', { name: 'Unblock and answer' })).toBeEnabled()
  },
}

export const Player: Story = {
  args: { path: '/brands/northstar/desk?list=players&text=keller&item=10204080' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect((await page.findAllByText('1,234.56 EUR')).length).toBeGreaterThan(0)
    await userEvent.click(page.getByRole('button', { name: 'Unblock' }))
    await expect(await page.findByRole('dialog', { name: 'Unblock this player?' })).toBeVisible()
  },
}

export const Viewer: Story = {
  args: {
    session: {
      isClaimed: true,
      account: {
        id: 9,
        name: 'Vera',
        email: 'vera@operator.example',
        grants: [{ role: 'viewer', scope: 'northstar' }],
        hasSecondFactor: false,
      },
    },
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(await page.findByLabelText('Find a player')).toBeVisible()
    await expect(page.queryByRole('button', { name: /Support/ })).toBeNull()
  },
}

export const Nothing: Story = {
  args: {
    data: {
      answers: {
        ...DESK_ANSWERS,
        listDesk: { items: [], waiting: { support: 0, identification: 0, appeal: 0, payment: 0 } },
      },
    },
  },
}
