import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import { OfficeStory } from './OfficeStory.tsx'
import { OFFLINE, SESSIONS } from './office-data.ts'

const meta = {
  component: OfficeStory,
  args: { routeId: 'office_session_history', answers: { getUserSessions: SESSIONS } },
} satisfies Meta<typeof OfficeStory>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Several: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findAllByText(/Last seen/)).toHaveLength(3)
    await expect(canvas.getByText('This device')).toBeVisible()
  },
}

export const JustThis: Story = {
  args: { answers: { getUserSessions: { sessions: SESSIONS.sessions.slice(0, 1) } } },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('heading', { name: 'Devices and sessions' })
  },
}

export const Failed: Story = {
  args: { answers: { getUserSessions: OFFLINE } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('heading', { level: 1 })).toBeVisible()
  },
}
