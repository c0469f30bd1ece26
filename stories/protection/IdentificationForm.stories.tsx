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

const CHALLENGE = { sessionId: 'V1StGXR8_Z5jdHi6B-myT', verificationCode: '1462' }

/** KYC-5: the code of the phone is shown large, to be compared. */
export const ByPhone: Story = {
  args: {
    answers: {
      ...identificationAnswers('none', ['documents', 'smart_id', 'mobile_id']),
      beginSmartId: CHALLENGE,
      getSmartIdSession: { state: 'running' },
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(await canvas.findByLabelText('Personal code'), '490 0517 1234')
    await userEvent.click(canvas.getByRole('button', { name: 'Send the request' }))
    await expect(await canvas.findByText('1462')).toBeVisible()
    await expect(canvas.getByText(/Compare this code/)).toBeVisible()
  },
}

/** A request that was cancelled on the phone says so, and can be sent again. */
export const CancelledOnPhone: Story = {
  args: {
    answers: {
      ...identificationAnswers('none', ['documents', 'mobile_id']),
      beginMobileId: CHALLENGE,
      getMobileIdSession: { state: 'failed', failure: 'refused' },
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Send the request' }))
    await expect(canvas.getByRole('alert')).toHaveTextContent('Enter the phone with its country code')
    await userEvent.type(canvas.getByLabelText('Phone with Mobile-ID'), '+372 0000 0766')
    await userEvent.type(canvas.getByLabelText('Personal code'), '60001019906')
    await userEvent.click(canvas.getByRole('button', { name: 'Send the request' }))
    await expect(await canvas.findByText(/You cancelled the request/)).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Send the request' })).toBeEnabled()
  },
}
