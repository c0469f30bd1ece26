import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import type { LeftMenuAnswer, SupportAnswer } from '#schemas'
import { ConsultantStory } from './ConsultantStory.tsx'
import { OFFLINE } from './office-data.ts'

const AT = '2026-03-01T12:00:00.000Z'
const counts = (office_support: number): LeftMenuAnswer => ({
  data: {
    id: '10204080',
    type: 'left-menu',
    attributes: { counts: office_support > 0 ? { office_support } : {} },
  },
})
const TALK: SupportAnswer = {
  isOpen: true,
  messages: [
    { id: 1, author: 'player', text: 'Where is my deposit?', sentAt: AT },
    { id: 2, author: 'consultant', name: 'Anna', text: 'Good morning! Could you send us the receipt?', sentAt: AT },
  ],
}

const meta = {
  component: ConsultantStory,
  args: {
    answers: {
      getLeftMenuData: counts(0),
      getSupportTalk: TALK,
      writeToSupport: { success: true },
      tellTyping: { success: true },
      sendSupportFile: { success: true },
    },
  },
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof ConsultantStory>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

async function openPanel(canvasElement: HTMLElement, name: string | RegExp = 'Chat with support') {
  const page = within(canvasElement)
  await userEvent.click(await page.findByRole('button', { name }))
  return within(await page.findByRole('dialog', { name: 'Support' }))
}

const withTalk = (talk: unknown, unread = 0) => ({
  answers: { ...meta.args.answers, getSupportTalk: talk, getLeftMenuData: counts(unread) },
})

export const Unread: Story = {
  args: withTalk(TALK, 3),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(await page.findByRole('button', { name: 'Chat with support. New replies: 3' })).toBeVisible()
  },
}

export const Open: Story = {
  play: async ({ canvasElement }) => {
    const panel = await openPanel(canvasElement)
    const field = await panel.findByLabelText('Your message')
    await waitFor(() => expect(field).toHaveFocus())
    await userEvent.type(field, 'Here it is{Escape}')
    const page = within(canvasElement)
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    await expect(page.getByRole('button', { name: 'Chat with support' })).toHaveFocus()
    await openPanel(canvasElement)
  },
}

export const Empty: Story = {
  args: withTalk({ isOpen: true, messages: [] }),
  play: async ({ canvasElement }) => {
    const panel = await openPanel(canvasElement)
    const shown = await panel.findByText('How can we help?')
    await waitFor(() => expect(shown).toBeVisible())
  },
}

export const OutOfHours: Story = {
  args: withTalk({ ...TALK, isOpen: false, opensAt: '2026-03-02T09:00:00.000Z' }),
  play: async ({ canvasElement }) => {
    const panel = await openPanel(canvasElement)
    const shown = await panel.findByText('Support is closed now')
    await waitFor(() => expect(shown).toBeVisible())
    await expect(panel.queryByLabelText('Your message')).toBeNull()
  },
}

export const WithFile: Story = {
  args: withTalk({
    ...TALK,
    messages: [
      ...TALK.messages,
      {
        ...{ id: 3, author: 'player', text: 'receipt.pdf', sentAt: AT },
        file: { id: 'V1StGXR8_Z5jdHi6B-myT', name: 'receipt.pdf', mediaType: 'application/pdf', sizeBytes: 120_000 },
      },
    ],
  }),
  play: async ({ canvasElement }) => {
    const panel = await openPanel(canvasElement)
    const link = await panel.findByRole('link', { name: /receipt\.pdf/ })
    await expect(link).toHaveAttribute('href', '/web-api/officeapi/support/file/V1StGXR8_Z5jdHi6B-myT')
  },
}

export const Typing: Story = {
  args: withTalk({ ...TALK, typing: { name: 'Anna' } }),
  play: async ({ canvasElement }) => {
    const panel = await openPanel(canvasElement)
    const shown = await panel.findByText('Anna is typing…')
    await waitFor(() => expect(shown).toBeVisible())
  },
}

export const Failed: Story = {
  args: withTalk(OFFLINE),
  play: async ({ canvasElement }) => {
    const panel = await openPanel(canvasElement)
    const shown = await panel.findByRole('button', { name: 'Try again' })
    await waitFor(() => expect(shown).toBeVisible())
  },
}
