import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, within } from 'storybook/test'
import { type SocialPort, SocialPortProvider } from '#renderers/forms/social-types/social-port.ts'
import type { FieldDefinition } from '#schemas'
import { FormPlay } from './FormPlay.tsx'
import { formContext } from './form-data.ts'

const field: FieldDefinition = {
  id: 'social_types_id',
  type: 'social_types',
  title: 'Confirm your identity with',
  help: 'We receive your name and e-mail from it, and never post anything.',
  required: true,
  options: [
    { value: 'google', title: 'Google' },
    { value: 'fb', title: 'Facebook' },
    { value: 'telegram', title: 'Telegram' },
    { value: 'vk', title: 'VK' },
    { value: 'apple', title: 'Apple' },
  ],
}
const anna = { provider: 'google', providerName: 'Google', name: 'Anna Keller' }
const start = fn()

interface PlayedField {
  readonly port: Partial<SocialPort>
  readonly answer?: string
}

/** The field in a form, with a port of which the story sets what it shows. */
function SocialPlay({ port, answer }: PlayedField) {
  const whole: SocialPort = { startingId: null, failure: null, confirmed: null, joinPath: null, start, ...port }
  return (
    <SocialPortProvider value={whole}>
      <FormPlay
        definitions={[field]}
        context={formContext}
        submitLabel="Send"
        onSubmit={fn()}
        {...(answer ? { answers: { social_types_id: answer } } : {})}
      />
    </SocialPortProvider>
  )
}

const meta = { component: SocialPlay, args: { port: {} } } satisfies Meta<typeof SocialPlay>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

/** REG-31: a button for each provider; one that is pressed is opened under the name that the brand gives it (AUTH-4). */
export const Choosing: Story = {
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Continue with Facebook' }))
    await expect(start).toHaveBeenCalledWith('fb')
  },
}
export const Opening: Story = { args: { port: { startingId: 'google' } } }
export const Failed: Story = { args: { port: { failure: { code: 'social.denied', params: {} } } } }
export const Confirmed: Story = {
  args: { port: { confirmed: anna, joinPath: '/en/login?social=join' }, answer: 'google' },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('Google has confirmed you as Anna Keller.')).toBeVisible()
  },
}

/** A player with a confirmed identity may choose another provider. */
export const Another: Story = {
  args: { port: { confirmed: { ...anna, name: '' } }, answer: 'google' },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Choose another' }))
    await expect(canvas.getByRole('button', { name: 'Continue with Telegram' })).toBeVisible()
  },
}

/** Sent without a confirmation: the field says what is missing. */
export const Missing: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByRole('button', { name: 'Continue with Google' })
    await userEvent.click(canvas.getByRole('button', { name: 'Send' }))
    await expect(await canvas.findByRole('button', { name: 'Continue with Google' })).toHaveFocus()
  },
}
