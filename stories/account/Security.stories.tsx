import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import { OfficeStory } from './OfficeStory.tsx'
import { OFFLINE, SAFE } from './office-data.ts'

const meta = {
  component: OfficeStory,
  args: { routeId: 'office_security', answers: { getSecurityState: SAFE } },
} satisfies Meta<typeof OfficeStory>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const AllInPlace: Story = {
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('progressbar', { name: '4 of 4 protections in place' })
  },
}

export const NothingInPlace: Story = {
  args: {
    answers: {
      getSecurityState: {
        passwordChangedAt: '2020-01-01T12:00:00.000Z',
        isEmailProved: false,
        isPhoneProved: false,
        isTwoFactorOn: false,
        sessions: 3,
      },
    },
  },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('progressbar', { name: '0 of 4 protections in place' })
  },
}

export const Failed: Story = {
  args: { answers: { getSecurityState: OFFLINE } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('heading', { level: 1 })).toBeVisible()
  },
}
