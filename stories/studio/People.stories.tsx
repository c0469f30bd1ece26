import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { StudioStory } from './StudioStory.tsx'
import { ACCOUNTS } from './studio-data.ts'

const meta = {
  component: StudioStory,
  args: { path: '/people' },
  parameters: { layout: 'fullscreen', isBrandless: true },
} satisfies Meta<typeof StudioStory>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const List: Story = {
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await userEvent.click(await page.findByRole('button', { name: 'Lock' }))
    const box = within(await page.findByRole('dialog', { name: 'Lock Ben Okafor out?' }))
    await userEvent.click(box.getByRole('button', { name: 'Lock' }))
    await expect(await page.findAllByText('Locked')).toHaveLength(2)
  },
}

export const Invite: Story = {
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await userEvent.click(await page.findByRole('button', { name: 'Invite a colleague' }))
    const box = within(await page.findByRole('dialog'))
    await userEvent.type(box.getByLabelText('E-mail address'), 'dan@operator.example')
    await userEvent.click(box.getByRole('button', { name: 'Make the link' }))
    await expect(await page.findByLabelText('Link for dan@operator.example')).toBeVisible()
  },
}

export const Log: Story = {
  args: { path: '/log' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await userEvent.click(await page.findByText('What was changed'))
    await expect(page.getByText('/maximumBets')).toBeVisible()
    await expect(page.getByText('revision: 3')).toBeVisible()
  },
}
export const You: Story = { args: { path: '/you' } }

const [, ben] = ACCOUNTS

export const SecondFactor: Story = {
  args: { path: '/you', session: { isClaimed: true, ...(ben ? { account: ben } : {}) } },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await userEvent.click(await page.findByRole('button', { name: 'Set up an authenticator app' }))
    await expect(await page.findByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  },
}

export const Passkeys: Story = {
  args: {
    path: '/you',
    data: {
      passkeys: [
        { id: 'q83v', name: 'My laptop', device: 'Firefox', createdAt: '2026-11-20T09:00:00.000Z' },
        {
          ...{ id: 'w2Fk', name: 'My phone', device: 'Safari', createdAt: '2026-10-02T09:00:00.000Z' },
          lastUsedAt: '2026-11-23T07:30:00.000Z',
        },
      ],
    },
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await userEvent.click(await page.findByRole('button', { name: 'Remove My phone' }))
    await expect(await page.findByRole('dialog', { name: 'Remove My phone?' })).toBeVisible()
  },
}

/** An editor who is limited to parts of a brand. */
export const LimitedRole: Story = {
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await userEvent.click(await page.findByRole('button', { name: 'Invite a colleague' }))
    const box = within(await page.findByRole('dialog'))
    await userEvent.type(box.getByLabelText('Limited to (optional)'), 'locales/de')
    await userEvent.click(box.getByRole('button', { name: 'Add a role' }))
    await expect(box.getByText('Editor · All brands · locales/de')).toBeVisible()
  },
}
