import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import type { RegistrationConfig } from '#schemas'
import { useApp } from '../../src/client/app/app-context.ts'
import { RegistrationPanel } from '../../src/client/registration/RegistrationPanel.tsx'
import type { RegistrationStart } from '../../src/client/registration/registration-start.ts'
import { registrationWords } from '../../src/client/registration/registration-words.ts'
import { useRegistration } from '../../src/client/registration/use-registration.ts'
import { registrationFields } from '../forms/form-data.ts'
import { ENGINE_ANSWERS, type StoryAnswers, StoryApp } from './StoryApp.tsx'

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
  args: { start: { ...START, prefilled: { ref_code: 'SUMMER-7' } } },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByLabelText(/Promo code/)).toHaveValue('SUMMER-7')
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
