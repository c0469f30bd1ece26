import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import { type PhoneCodePort, PhoneCodePortContext } from '#renderers/forms/phone-code-button/phone-code-port.ts'
import type { FieldDefinition } from '#schemas'
import { FormPlay } from './FormPlay.tsx'
import { formContext } from './form-data.ts'

const PARTS: readonly FieldDefinition[] = [
  { id: 'button_send_sms', type: 'phone_code_button', group: 'code', label: 'Send the code', input_type: 'button' },
  {
    id: 'phone_confirmation',
    type: 'phone_code_button',
    group: 'code',
    title: 'Code from the message',
    help: 'We check it as soon as it is complete.',
    input_type: 'text',
    autocomplete: 'one-time-code',
  },
  { id: 'button_confirm_sms', type: 'phone_code_button', group: 'code', label: 'Confirm', input_type: 'submit' },
]

/** The parts of a phone's confirmation, with a port that stands where a story puts it. */
function CodePlay({ port }: { readonly port: PhoneCodePort }) {
  return (
    <PhoneCodePortContext value={port}>
      <FormPlay definitions={PARTS} context={formContext} submitLabel="Create account" onSubmit={fn()} />
    </PhoneCodePortContext>
  )
}

const idle: PhoneCodePort = {
  state: 'idle',
  phone: '+77012345678',
  code: '',
  waitSeconds: 0,
  awaited: 0,
  left: null,
  fault: null,
  request: fn(),
  type: fn(),
  submit: fn(),
}
const waiting: PhoneCodePort = { ...idle, state: 'waiting', waitSeconds: 42 }

const meta = { component: CodePlay, args: { port: idle } } satisfies Meta<typeof CodePlay>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Idle: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    await expect(canvas.queryByRole('textbox')).toBeNull()
    await userEvent.click(await canvas.findByRole('button', { name: 'Send the code' }))
    await expect(args.port.request).toHaveBeenCalled()
  },
}
export const NoNumber: Story = { args: { port: { ...idle, phone: '', fault: { code: 'code.no_phone', params: {} } } } }
export const Sending: Story = { args: { port: { ...idle, state: 'sending' } } }

/** The countdown is read with the button, and is in no live region. */
export const Waiting: Story = {
  args: { port: waiting },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    const code = await canvas.findByRole('textbox', { name: 'Code from the message' })
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    await expect(code).toHaveAttribute('inputmode', 'numeric')
    const again = canvas.getByRole('button', { name: 'Another code in 0:42' })
    await expect(again).toHaveAttribute('aria-disabled', 'true')
    for (const region of canvas.getAllByRole('status')) await expect(region).not.toHaveTextContent('0:42')
    await userEvent.type(code, '1')
    await expect(args.port.type).toHaveBeenCalledWith('1')
    await userEvent.type(code, '{Enter}')
    await expect(args.port.submit).toHaveBeenCalled()
  },
}
/** REG-14: the form waits for the code, so focus moves to it after the form is sent. */
export const Awaited: Story = {
  args: { port: { ...waiting, awaited: 1 } },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(within(canvasElement).getByRole('textbox')).toHaveFocus())
  },
}
export const MayAskAgain: Story = { args: { port: { ...waiting, waitSeconds: 0, left: 1 } } }
export const WrongCode: Story = {
  args: { port: { ...waiting, fault: { code: 'phone_code.wrong', params: { left: 3 } } } },
  play: async ({ canvasElement }) => {
    const code = await within(canvasElement).findByRole('textbox')
    await expect(code).toHaveAttribute('aria-invalid', 'true')
    await expect(code).toHaveAccessibleDescription('The code is wrong. Attempts left: 3.')
  },
}
export const Checking: Story = { args: { port: { ...waiting, state: 'checking', code: '123456' } } }
export const Confirmed: Story = { args: { port: { ...idle, state: 'confirmed' } } }
export const Locked: Story = {
  args: { port: { ...idle, state: 'locked', waitSeconds: 18, fault: { code: 'phone_code.locked', params: {} } } },
}
export const LockedMayAskAgain: Story = {
  args: { port: { ...idle, state: 'locked', fault: { code: 'phone_code.locked', params: {} } } },
}
export const Expired: Story = {
  args: { port: { ...idle, state: 'expired', fault: { code: 'phone_code.expired', params: {} } } },
}
export const TooMany: Story = {
  args: {
    port: { ...idle, state: 'failed', waitSeconds: 3661, fault: { code: 'rate.limited', params: { seconds: 3661 } } },
  },
}
export const Failed: Story = {
  args: { port: { ...idle, state: 'failed', fault: { code: 'request.offline', params: {} } } },
}
