import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import { OfficeStory } from '../account/OfficeStory.tsx'
import { identificationAnswers } from './identification-data.ts'

const meta = {
  component: OfficeStory,
  args: { routeId: 'registrationIdentification', answers: identificationAnswers('none') },
} satisfies Meta<typeof OfficeStory>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Empty: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByRole('heading', { level: 1, name: 'Confirm who you are' })
    await expect(canvas.getByRole('link', { name: 'Later' })).toBeVisible()
  },
}

export const Sent: Story = {
  args: { answers: identificationAnswers('checking') },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('link', { name: 'Continue' })).toBeVisible()
    await expect(canvas.queryByRole('button', { name: 'Send to be checked' })).toBeNull()
  },
}
