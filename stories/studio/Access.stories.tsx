import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { StudioStory } from './StudioStory.tsx'

const meta = {
  component: StudioStory,
  args: { path: '/sign-in', session: { isClaimed: true } },
  parameters: { layout: 'fullscreen', isBrandless: true },
} satisfies Meta<typeof StudioStory>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const SignIn: Story = {
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByRole('heading', { name: 'Sign in' })).toBeVisible()
  },
}

export const WrongPassword: Story = {
  args: { data: { failing: { signInToStudio: 'access.wrong_password' } } },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await userEvent.type(await page.findByLabelText('E-mail address'), 'anna@operator.example')
    await userEvent.type(page.getByLabelText('Password'), 'wrong')
    await userEvent.click(page.getByRole('button', { name: 'Sign in' }))
    await expect(await page.findByRole('alert')).toHaveTextContent('The e-mail address or the password is wrong.')
  },
}

/** The server answers that a code is needed: the next step asks for it. */
export const SecondStep: Story = {
  args: { data: { answers: { signInToStudio: { status: 'code-needed' } } } },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await userEvent.type(await page.findByLabelText('E-mail address'), 'anna@operator.example')
    await userEvent.type(page.getByLabelText('Password'), 'correct horse battery')
    await userEvent.click(page.getByRole('button', { name: 'Sign in' }))
    await expect(await page.findByLabelText('Code of your authenticator app')).toHaveFocus()
  },
}

export const WithoutOwner: Story = { args: { session: { isClaimed: false } } }
export const IncompleteLink: Story = { args: { path: '/claim' } }

export const Forgotten: Story = {
  args: { path: '/forgotten', session: { isClaimed: true, sendsMail: true } },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await userEvent.type(await page.findByLabelText('E-mail address'), 'anna@operator.example')
    await userEvent.click(page.getByRole('button', { name: 'Send the link' }))
    await expect(await page.findByRole('status')).toHaveTextContent('If anna@operator.example has an account')
  },
}

/** Without a mail server, the page says who can help. */
export const ForgottenWithoutMail: Story = {
  args: { path: '/forgotten' },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText(/livery operator reset/)).toBeVisible()
  },
}
