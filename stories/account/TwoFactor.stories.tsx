import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { OfficeStory } from './OfficeStory.tsx'
import { NEVER, OFFLINE, TWO_FACTOR_ANSWERS } from './office-data.ts'

const meta = {
  component: OfficeStory,
  args: { routeId: 'office_enable_two_factor_auth', answers: TWO_FACTOR_ANSWERS },
} satisfies Meta<typeof OfficeStory>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

/** TFA-1: the secret in three forms. */
export const SetUp: Story = {
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('img', { name: 'QR code for your authenticator app' })
  },
}

export const WithSms: Story = {
  args: {
    answers: { ...TWO_FACTOR_ANSWERS, getTwoFactorState: { isOn: false, recoveryCodesLeft: 0, asksSms: true } },
  },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('img', { name: 'QR code for your authenticator app' })
  },
}

export const Loading: Story = {
  args: { answers: { ...TWO_FACTOR_ANSWERS, getTwoFactorSecret: NEVER } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('Loading')).toBeInTheDocument()
  },
}

export const LoadingFailed: Story = {
  args: { answers: { ...TWO_FACTOR_ANSWERS, getTwoFactorSecret: OFFLINE } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('button', { name: 'Try again' })).toBeVisible()
  },
}

/** They are shown once. */
export const RecoveryCodes: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(await canvas.findByLabelText('Code from the app'), '123456')
    await userEvent.click(canvas.getByRole('button', { name: 'Turn on' }))
    await canvas.findByRole('heading', { name: 'Recovery codes' })
    await expect(canvas.getByText('abcd-efgh-jkmn-pqrs')).toBeVisible()
  },
}

export const SwitchedOn: Story = {
  args: {
    routeId: 'office_disable_two_factor_auth',
    answers: { getTwoFactorState: { isOn: true, recoveryCodesLeft: 8, asksSms: false } },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Turn off' }))
    await expect(canvas.getByRole('textbox')).toHaveFocus()
  },
}

export const Off: Story = {
  args: { routeId: 'office_disable_two_factor_auth' },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('button', { name: 'Set up' })
  },
}
