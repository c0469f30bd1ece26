import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { AppError } from '#calls/app-error.ts'
import { useApp } from '#client/page/app-context.ts'
import type { RegistrationStart } from '#client/registration/registration.actors.ts'
import type { FieldDefinition, RegistrationConfig } from '#schemas'
import { RegistrationPanel } from '../../src/client/registration/RegistrationPanel.tsx'
import { registrationWords } from '../../src/client/registration/registration-words.ts'
import { useRegistration } from '../../src/client/registration/use-registration.ts'
import { registrationFields } from '../forms/form-data.ts'
import { ENGINE_ANSWERS, type StoryAnswers } from '../story-app.ts'
import { StoryApp } from './StoryApp.tsx'

const START: RegistrationStart = {
  types: ['full_reg', 'fast_reg'],
  fields: { type: 'full_reg', definitions: registrationFields('full_reg') },
  confirmed: null,
  variant: 'widget',
  requestedType: null,
  bonus: null,
  prefilled: {},
  today: '2026-11-21',
  failureCode: null,
}

interface PanelPlayProps {
  readonly start: RegistrationStart
  readonly answers: StoryAnswers
  readonly registration?: Partial<RegistrationConfig>
}

function PanelPlay({ start, ...brand }: PanelPlayProps) {
  return (
    <StoryApp {...brand}>
      <RunningPanel start={start} />
    </StoryApp>
  )
}

function RunningPanel({ start }: { readonly start: RegistrationStart }) {
  const app = useApp()
  const registration = useRegistration(start, { landing: '/en' })
  return <RegistrationPanel registration={registration} words={registrationWords(app, registration.data)} />
}

const meta = {
  component: PanelPlay,
  args: { start: START, answers: ENGINE_ANSWERS },
} satisfies Meta<typeof PanelPlay>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

/** REG-9: one type is chosen. */
export const Form: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByRole('textbox', { name: 'E-mail' })
    await expect(canvas.getAllByRole('tab', { selected: true })).toHaveLength(1)
  },
}

/** What the address brought along is filled in. */
export const Prefilled: Story = {
  args: { start: { ...START, prefilled: { email: 'ann@mail.example' } } },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByLabelText(/E-mail/)).toHaveValue('ann@mail.example')
  },
}

/** REG-23: without its fields the form tells why, and can be tried again. */
export const Unavailable: Story = {
  args: { start: { ...START, fields: null }, answers: {} },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: /again/i }))
    await canvas.findByRole('button', { name: /again/i })
  },
}

const PHONE_FORM: readonly FieldDefinition[] = [
  { id: 'phone', type: 'phone', title: 'Mobile number', required: true, validation: { phoneConfirm: {} } },
  { id: 'button_send_sms', type: 'phone_code_button', label: 'Send the code', input_type: 'button' },
  { id: 'phone_confirmation', type: 'phone_code_button', title: 'Code from the message', input_type: 'text' },
]
const BY_PHONE: RegistrationStart = {
  ...START,
  types: ['phone_reg'],
  fields: { type: 'phone_reg', definitions: PHONE_FORM },
  prefilled: { phone: '+77012345678' },
}
const SENT_CODE = { codeLength: 6, retryAfterSeconds: 42, lifetimeSeconds: 600 }
const WITH_CODES: StoryAnswers = { ...ENGINE_ANSWERS, sendPhoneCode: SENT_CODE }

const create = async (canvasElement: HTMLElement) =>
  userEvent.click(await within(canvasElement).findByRole('button', { name: /Create account|Register by phone/ }))

/** REG-14: the form lacks nothing but the confirmation: a code is on its way, and its input has the focus. */
export const Confirming: Story = {
  args: { start: BY_PHONE, answers: WITH_CODES },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await create(canvasElement)
    await canvas.findByText(/One more step/)
    await waitFor(() => expect(canvas.getByRole('textbox', { name: 'Code from the message' })).toHaveFocus())
  },
}

/** REG-14: the player would rather change something: the field says what it lacks, and has the focus. */
export const ConfirmationGivenUp: Story = {
  args: Confirming.args ?? {},
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await create(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Change something first' }))
    await canvas.findAllByText('Confirm the number with the code first.')
    await waitFor(() => expect(document.activeElement).toHaveAttribute('aria-invalid', 'true'))
  },
}

const refusal = (fieldId: string, code: 'required' | 'phone.confirmation_expired') =>
  new AppError('registration.invalid', {}, { fields: { [fieldId]: { code, params: { label: fieldId } } } })
const ONE_FIELD: readonly FieldDefinition[] = [{ id: 'name', type: 'input', title: 'First name', required: true }]
const FILLED: RegistrationStart = {
  ...START,
  types: ['full_reg'],
  fields: { type: 'full_reg', definitions: ONE_FIELD },
  prefilled: { name: 'Anna' },
}

/** REG-14: what the server knew of the number has expired; one button requests it again, and every answer is still
 *  there. */
export const ConfirmationExpired: Story = {
  args: {
    start: { ...FILLED, fields: { type: 'full_reg', definitions: [...ONE_FIELD, { id: 'phone', type: 'phone' }] } },
    answers: { ...WITH_CODES, postRegistration: refusal('phone', 'phone.confirmation_expired') },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await create(canvasElement)
    await expect(await canvas.findByRole('alert')).toHaveTextContent(/has expired/)
    await expect(canvas.getByLabelText('First name')).toHaveValue('Anna')
    await canvas.findByRole('button', { name: 'Send a new code' })
  },
}

/** REG-16: the form asks for something else by now. */
export const FieldsChanged: Story = {
  args: {
    start: FILLED,
    answers: {
      ...ENGINE_ANSWERS,
      getRegistrationFields: {
        data: {
          attributes: {
            fields: [...ONE_FIELD, { id: 'shoe_size', type: 'input', title: 'Shoe size', required: true }],
          },
          relation_fields: {},
        },
      },
      postRegistration: refusal('shoe_size', 'required'),
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await create(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Show the current form' }))
    await canvas.findByLabelText('Shoe size')
    await expect(canvas.getByLabelText('First name')).toHaveValue('Anna')
  },
}

/** The form could not be sent: it can be sent again as it is. */
export const Failed: Story = {
  args: { start: FILLED },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await create(canvasElement)
    await canvas.findByRole('alert')
    await userEvent.click(canvas.getByRole('button', { name: /again/i }))
    await canvas.findByRole('alert')
  },
}
