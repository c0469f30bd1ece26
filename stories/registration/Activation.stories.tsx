import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { AppError } from '#calls/app-error.ts'
import { ActivationForm, type ActivationFormProps } from '../../src/client/account/sign-in/ActivationForm.tsx'
import type { StoryAnswers } from '../story-app.ts'
import { StoryApp } from './StoryApp.tsx'

function ActivationPlay({ answers, ...props }: ActivationFormProps & { readonly answers: StoryAnswers }) {
  return (
    <StoryApp answers={answers}>
      <ActivationForm {...props} />
    </StoryApp>
  )
}

const meta = {
  component: ActivationPlay,
  args: {
    userId: 10_204_080,
    onActivated: () => undefined,
    answers: { sendActivationMail: { success: true, retryAfterSeconds: 60 } },
  },
} satisfies Meta<typeof ActivationPlay>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

const WAITING = { name: /^Another code in 0:\d\d$|^Another code in 1:00$/ }
const AGAIN = { name: 'Resend the e-mail' }

/** The mail of the registration has just been sent: the wait for the next one is counted down from the beginning. */
export const JustSent: Story = {
  args: { waitSeconds: 42 },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('button', WAITING)).toBeDisabled()
    await canvas.findByRole('button', { name: 'Another code in 0:40' }, { timeout: 5000 })
  },
}

/** The wait is over: another mail is asked for, and the next wait begins. */
export const SentAgain: Story = {
  args: { waitSeconds: 1 },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', AGAIN, { timeout: 5000 }))
    await expect(await canvas.findByRole('button', WAITING)).toBeDisabled()
  },
}

/** Nobody knows when the last mail was sent; the server does, and says how long it takes. */
export const TooEarly: Story = {
  args: {
    answers: {
      sendActivationMail: new AppError('rate.limited', { seconds: 30 }, { retryAfterSeconds: 30 }),
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', AGAIN))
    await expect(await canvas.findByRole('button', WAITING)).toBeDisabled()
    await expect(canvas.getByText('Too many attempts. Try again in 30 seconds.')).toBeVisible()
  },
}
