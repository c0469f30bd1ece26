import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import type { FieldDefinition } from '#schemas'
import { FormPlay } from './FormPlay.tsx'
import { formContext, registrationFields } from './form-data.ts'

const meta = {
  component: FormPlay,
  args: { definitions: [], context: formContext, submitLabel: 'Send', onSubmit: fn(), onPress: fn() },
} satisfies Meta<typeof FormPlay>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

/** One field at rest, one at fault, one that cannot be edited. */
function states(field: FieldDefinition): Pick<Story, 'args'> {
  const definitions = [
    { ...field, id: 'rest' },
    { ...field, id: 'fault' },
    { ...field, id: 'still', disabled: true },
  ]
  const fault = { code: 'value.refused', params: { label: field.title ?? field.label ?? '' } } as const
  return { args: { definitions, errors: { fault } } }
}

const few = [
  { value: 'passport', title: 'Passport' },
  { value: 'card', title: 'Identity card' },
]

export const Input: Story = states({
  id: '',
  type: 'input',
  title: 'Nickname',
  help: 'As others see it',
  tooltip: 'You can change it later.',
})
export const Copied: Story = {
  args: {
    definitions: [{ id: 'code', type: 'input', title: 'Your code', show_copy_icon: true }],
    answers: { code: 'AB12' },
  },
}
export const Email: Story = states({ id: '', type: 'email', title: 'E-mail', placeholder: 'name@example.com' })
export const Select: Story = states({ id: '', type: 'select', title: 'Document', placeholder: 'Choose…', options: few })
export const Dropdown: Story = states({
  id: '',
  type: 'dropdown',
  title: 'Bonus',
  placeholder: 'Choose…',
  options: few,
})
export const Checkbox: Story = states({ id: '', type: 'checkbox', label: 'Send me news' })
export const BackgroundCheckbox: Story = states({
  id: '',
  type: 'background_checkbox',
  label: 'Take the welcome bonus',
})
export const Datepicker: Story = states({ id: '', type: 'datepicker', title: 'Date of issue' })
export const Button: Story = {
  args: { definitions: [{ id: 'send', type: 'button', label: 'Send the code' }] },
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Send the code' }))
    await expect(args.onPress).toHaveBeenCalledWith('send')
  },
}
export const LabelAndList: Story = {
  args: {
    definitions: [
      { id: 'label', type: 'label', label: 'Your identity is checked before the first withdrawal.' },
      {
        id: 'list',
        type: 'list',
        title: 'Have ready',
        items: ['A passport or identity card', 'A phone with a camera'],
      },
    ],
  },
}
export const ExtendedCheckbox: Story = states({
  id: '',
  type: 'extended_checkbox',
  label: 'I accept the rules and the privacy policy.',
  links: {
    rules: { order: 10, title: 'Rules', url: '/en/rules' },
    privacy: { order: 20, title: 'Privacy policy', url: '/en/privacy' },
  },
})

/** FIELD-10: what is typed can be looked at. */
export const Password: Story = {
  args: { definitions: registrationFields('full_reg').filter(({ id }) => id.startsWith('password')) },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const password = canvas.getByLabelText('Password')
    await userEvent.type(password, 'heron table winter')
    await expect(canvas.getByText('Strong password')).toBeVisible()
    const [show] = canvas.getAllByRole('button', { name: 'Show password' })
    if (show) await userEvent.click(show)
    await expect(password).toHaveAttribute('type', 'text')
  },
}

/** DATE-5: a player of 17 sees the age limit, once the whole date has been left. */
export const Birthday: Story = {
  args: {
    definitions: [{ id: 'born', type: 'birthday', title: 'Date of birth', required: true, autocomplete: 'bday' }],
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(canvas.getByLabelText('Day'), '5')
    await userEvent.selectOptions(canvas.getByLabelText('Month'), '12')
    await userEvent.type(canvas.getByLabelText('Year'), '2008')
    await expect(canvas.getByLabelText('Day')).not.toHaveAttribute('aria-invalid')
    await userEvent.tab()
    await expect(canvas.getByLabelText('Day')).toHaveAccessibleDescription('You must be 18 or older.')
  },
}

/** FIELD-16: a long list is searched by name and by alias, with the keyboard alone. */
export const Searched: Story = {
  args: { definitions: registrationFields('full_reg').filter(({ id }) => id === 'country_id') },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await waitFor(() => expect(canvas.getByRole('combobox', { name: 'Country' })).toHaveAttribute('aria-autocomplete'))
    const country = canvas.getByRole('combobox', { name: 'Country' })
    await userEvent.type(country, 'deutsch{Enter}')
    await expect(country).toHaveValue('Germany')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await expect(country).toHaveValue('Ghana')
  },
}
