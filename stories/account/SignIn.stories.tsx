import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { AppError } from '#calls/app-error.ts'
import { OfficeStory } from './OfficeStory.tsx'
import { NEVER, OFFLINE } from './office-data.ts'

const meta = {
  component: OfficeStory,
  args: {
    routeId: 'login',
    answers: {
      login: new AppError('sign_in.second_factor', { authId: 'A'.repeat(43) }),
      finishSignIn: new AppError('two_factor.wrong'),
    },
  },
} satisfies Meta<typeof OfficeStory>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

const signIn = async (canvasElement: HTMLElement) => {
  const canvas = within(canvasElement)
  await userEvent.type(await canvas.findByLabelText('E-mail, phone or account number'), '10204080')
  await userEvent.type(canvas.getByLabelText('Password'), 'quiet harbour lantern')
  await userEvent.click(canvas.getByRole('button', { name: 'Sign in' }))
  return canvas
}

export const Password: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('button', { name: 'Sign in' })).toBeVisible()
  },
}

/** AUTH-16: the password was right, and a code is asked for. */
export const SecondStep: Story = {
  play: async ({ canvasElement }) => {
    const canvas = await signIn(canvasElement)
    await canvas.findByRole('heading', { name: 'One more step' })
  },
}

export const Refused: Story = {
  args: { answers: { login: new AppError('sign_in.wrong_credentials') } },
  play: async ({ canvasElement }) => {
    const canvas = await signIn(canvasElement)
    await expect(await canvas.findByRole('alert')).toBeVisible()
  },
}

/** SEC-14: others have tried wrong passwords, and the device works before the form is sent again. */
export const Working: Story = {
  args: { answers: { login: new AppError('captcha.work_required', { times: 4 }), createCaptchaChallenge: NEVER } },
  play: async ({ canvasElement }) => {
    const canvas = await signIn(canvasElement)
    await expect(await canvas.findByRole('status')).toHaveTextContent('Your device is running a short calculation')
    await userEvent.click(canvas.getByRole('button', { name: 'Cancel' }))
    await expect(canvas.queryByRole('status')).toBeNull()
  },
}

export const Offline: Story = {
  args: { answers: { login: OFFLINE } },
  play: async ({ canvasElement }) => {
    const canvas = await signIn(canvasElement)
    await expect(await canvas.findByRole('alert')).toBeVisible()
  },
}
