import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { OfficeStory } from '../account/OfficeStory.tsx'
import { identificationAnswers } from './identification-data.ts'

const meta = {
  component: OfficeStory,
  args: { routeId: 'office_account_identification', answers: identificationAnswers('none') },
} satisfies Meta<typeof OfficeStory>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Empty: Story = {
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('heading', { name: 'Identification' })
  },
}

/** KYC-8: what the document requires is asked for. */
export const Incomplete: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Send to be checked' }))
    await expect(await canvas.findByLabelText('First name')).toHaveFocus()
  },
}
