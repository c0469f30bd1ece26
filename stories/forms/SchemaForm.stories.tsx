import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import { FormPlay } from './FormPlay.tsx'
import { formContext, goodAnswers, registrationFields } from './form-data.ts'

const meta = {
  component: FormPlay,
  args: {
    definitions: registrationFields('full_reg'),
    context: formContext,
    submitLabel: 'Create account',
    onSubmit: fn(),
    onUnknownKind: fn(),
  },
} satisfies Meta<typeof FormPlay>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Empty: Story = {}
export const OneClick: Story = { args: { definitions: registrationFields('fast_reg'), submitLabel: 'Get an account' } }
export const WithDocuments: Story = { args: { definitions: registrationFields('full_reg', 'kz') } }
export const Busy: Story = { args: { answers: goodAnswers, isBusy: true } }

export const ServerError: Story = {
  args: {
    answers: goodAnswers,
    errors: { name: { code: 'name.available_symbols', params: { label: 'First name' } } },
  },
  play: async ({ canvasElement }) => {
    const name = within(canvasElement).getByRole('textbox', { name: /First name/ })
    await waitFor(() => expect(name).toHaveFocus())
    await expect(name).toHaveAccessibleDescription('Use letters, spaces, hyphens and apostrophes.')
    await userEvent.type(name, 'a')
    await expect(name).not.toHaveAttribute('aria-invalid')
  },
}

export const UnknownKind: Story = {
  args: { definitions: [{ id: 'iris', type: 'iris_scan', title: 'Iris' }, ...registrationFields('fast_reg')] },
  play: async ({ args }) => {
    await waitFor(() => expect(args.onUnknownKind).toHaveBeenCalledWith('iris_scan', 'iris'))
  },
}

/** REG-15, A11Y-2: a press tells how much is missing and goes to the first fault; nothing is sent. */
export const Refused: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByRole('button', { name: 'Create account' }))
    await expect(canvas.getByRole('textbox', { name: 'E-mail' })).toHaveFocus()
    await expect(canvas.getByRole('status')).toHaveTextContent(/answers need your attention/)
    await expect(canvas.getByRole('textbox', { name: 'E-mail' })).toHaveAccessibleDescription('Fill in “E-mail”.')
    await expect(args.onSubmit).not.toHaveBeenCalled()
  },
}

/** RULE-20: judged when it is left, and from then on at every key while it is wrong; the next field does not move. */
export const JudgedWhenLeft: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const email = canvas.getByRole('textbox', { name: 'E-mail' })
    const next = canvas.getByLabelText('Password')
    const before = next.getBoundingClientRect().top
    await userEvent.type(email, 'me')
    await expect(email).not.toHaveAttribute('aria-invalid')
    await userEvent.tab()
    await expect(email).toHaveAccessibleDescription('An e-mail address must contain an @.')
    await expect(next.getBoundingClientRect().top).toBe(before)
    await userEvent.type(email, '@mail.org')
    await expect(email).not.toHaveAttribute('aria-invalid')
  },
}

/** EMAIL-7: the suggestion is taken with one press. */
export const DidYouMean: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const email = canvas.getByRole('textbox', { name: 'E-mail' })
    await userEvent.type(email, 'me@gmial.com')
    await userEvent.tab()
    await userEvent.click(canvas.getByRole('button', { name: 'Did you mean me@gmail.com?' }))
    await expect(email).toHaveValue('me@gmail.com')
    await expect(email).toHaveFocus()
    await expect(email).not.toHaveAttribute('aria-invalid')
  },
}

/** Decision 70: a player who means it keeps the address. */
export const KeptAddress: Story = {
  args: { answers: { ...goodAnswers, email: 'me@gmial.com' } },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByRole('button', { name: 'Create account' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Keep what I typed' }))
    await expect(canvas.getByRole('textbox', { name: 'E-mail' })).toHaveFocus()
    await userEvent.click(canvas.getByRole('button', { name: 'Create account' }))
    await expect(args.onSubmit).toHaveBeenCalledWith(expect.objectContaining({ email: 'me@gmial.com' }))
  },
}

/** The whole form, by keyboard alone (A11Y-3). */
export const Sent: Story = {
  args: {
    definitions: registrationFields('full_reg').filter(({ id }) => ['email', 'password', 'agree-policy'].includes(id)),
  },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    canvas.getByRole('textbox', { name: 'E-mail' }).focus()
    await userEvent.keyboard('player@example.com{Tab}heron table winter')
    canvas.getByRole('checkbox').focus()
    await userEvent.keyboard(' {Enter}')
    await expect(args.onSubmit).toHaveBeenCalledWith({
      email: 'player@example.com',
      password: 'heron table winter',
      'agree-policy': true,
    })
  },
}
