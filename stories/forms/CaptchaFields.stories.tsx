import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, within } from 'storybook/test'
import { type CaptchaPort, CaptchaPortProvider } from '#renderers/forms/captcha/captcha-port.ts'
import type { FieldDefinition } from '#schemas'
import { FormPlay } from './FormPlay.tsx'
import { formContext } from './form-data.ts'

const start = fn()

/** A form with a captcha's field that is as far as the story says. */
function CaptchaPlay({ field, ...port }: Omit<CaptchaPort, 'start'> & { readonly field: FieldDefinition }) {
  return (
    <CaptchaPortProvider value={{ ...port, start }}>
      <FormPlay definitions={[field]} context={formContext} submitLabel="Send" onSubmit={fn()} />
    </CaptchaPortProvider>
  )
}

const hosted: FieldDefinition = {
  id: 'google_captcha_response',
  type: 'captcha',
  title: 'Protection from robots',
  key: '10000000-ffff-ffff-ffff-000000000001',
}
const own: FieldDefinition = { id: 'custom_captcha', type: 'custom_captcha', title: 'Protection from robots' }

const meta = {
  component: CaptchaPlay,
  args: { field: own, status: 'idle', failure: null },
} satisfies Meta<typeof CaptchaPlay>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

/** CAP-3: it can be run before the form is sent, by keyboard too. */
export const Custom: Story = {
  play: async ({ canvasElement }) => {
    const button = await within(canvasElement).findByRole('button', { name: 'I am not a robot' })
    button.focus()
    await userEvent.keyboard('{Enter}')
    await expect(start).toHaveBeenCalledWith(undefined)
  },
}
/** FIELD-21: the site key of the provider is the field's own. */
export const Hosted: Story = {
  args: { field: hosted },
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'I am not a robot' }))
    await expect(start).toHaveBeenLastCalledWith('10000000-ffff-ffff-ffff-000000000001')
  },
}
export const Busy: Story = { args: { status: 'busy' } }
export const Solved: Story = {
  args: { status: 'solved' },
  play: async ({ canvasElement }) => {
    const line = await within(canvasElement).findByText('Checked: you are not a robot.')
    await expect(line).toBeVisible()
  },
}
export const Failed: Story = { args: { status: 'failed', failure: 'captcha.unavailable' } }
export const Dismissed: Story = { args: { status: 'failed', failure: 'captcha.dismissed' } }
