import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { OfficeStory } from '../account/OfficeStory.tsx'
import { OFFLINE } from '../account/office-data.ts'
import { identificationAnswers } from './identification-data.ts'

const meta = {
  component: OfficeStory,
  args: { routeId: 'office_account_verification', answers: identificationAnswers('none') },
} satisfies Meta<typeof OfficeStory>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const NothingGiven: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Send to be checked' }))
    await expect(await canvas.findByText('Add at least one picture of the document.')).toBeVisible()
  },
}

export const Requested: Story = {
  args: { answers: identificationAnswers('requested') },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('heading', { name: 'Documents are needed' })
  },
}

export const Kept: Story = {
  args: { answers: identificationAnswers('uploaded') },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('button', { name: 'Remove File 1' })
  },
}

export const BeingChecked: Story = {
  args: { answers: identificationAnswers('checking') },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('heading', { name: 'Being checked' })
  },
}

export const Verified: Story = {
  args: { answers: identificationAnswers('verified') },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('heading', { name: 'Verified' })
  },
}

export const NotAccepted: Story = {
  args: { answers: identificationAnswers('rejected') },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('button', { name: 'Object' })
  },
}

export const Objecting: Story = {
  args: { answers: identificationAnswers('rejected') },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Object' }))
    await userEvent.click(await canvas.findByRole('button', { name: 'Send the objection' }))
    await expect(canvas.getByRole('textbox')).toHaveFocus()
  },
}

export const Failed: Story = {
  args: { answers: { getIdentificationConfig: OFFLINE } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('heading', { level: 1 })).toBeVisible()
  },
}
