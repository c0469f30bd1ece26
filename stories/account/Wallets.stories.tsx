import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import { OfficeStory } from './OfficeStory.tsx'
import { BALANCE, OFFLINE } from './office-data.ts'

const meta = {
  component: OfficeStory,
  args: { routeId: 'office_settings_wallets', answers: { getBalance: BALANCE } },
} satisfies Meta<typeof OfficeStory>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Several: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByRole('heading', { name: 'Wallets' })
    await expect(canvas.getByRole('button', { name: 'Remove' })).toBeVisible()
  },
}

export const JustOne: Story = {
  args: { answers: { getBalance: { accounts: BALANCE.accounts.slice(0, 1) } } },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('heading', { name: 'Wallets' })
  },
}

export const Failed: Story = {
  args: { answers: { getBalance: OFFLINE } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('heading', { level: 1 })).toBeVisible()
  },
}
