import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, spyOn, userEvent, within } from 'storybook/test'
import { FormPlay } from './FormPlay.tsx'
import { formContext } from './form-data.ts'

const meta = {
  component: FormPlay,
  args: { definitions: [], context: formContext, submitLabel: 'Send', onSubmit: fn(), onChange: fn() },
} satisfies Meta<typeof FormPlay>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

/** FIELD-5: what is hidden does not keep the form from being sent. FIELD-6: what is disabled cannot be edited. */
export const HiddenAndDisabled: Story = {
  args: {
    definitions: [
      { id: 'unseen', type: 'input', title: 'Unseen', required: true, hide: true },
      { id: 'still', type: 'input', title: 'Still', disabled: true },
      { id: 'box', type: 'checkbox', label: 'Still, too', disabled: true },
    ],
    answers: { still: 'as it is' },
  },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    await expect(canvas.queryByRole('textbox', { name: /Unseen/ })).toBeNull()
    const still = canvas.getByRole('textbox', { name: /Still/ })
    await userEvent.type(still, 'x')
    await expect(still).toHaveValue('as it is')
    await userEvent.click(canvas.getByRole('checkbox'))
    await expect(canvas.getByRole('checkbox')).not.toBeChecked()
    await userEvent.click(canvas.getByRole('button', { name: 'Send' }))
    await expect(args.onSubmit).toHaveBeenCalledWith({ still: 'as it is', box: false })
  },
}

/** FIELD-4, FIELD-7, FIELD-8: the weightier placeholder, no more characters than allowed, and the HTML type asked for. */
export const LimitAndType: Story = {
  args: {
    definitions: [
      {
        id: 'card',
        type: 'input',
        title: 'Card',
        placeholder: 'Number',
        important_placeholder: 'AB12',
        max_length: 4,
        input_type: 'tel',
      },
    ],
  },
  play: async ({ canvasElement }) => {
    const card = within(canvasElement).getByPlaceholderText('AB12')
    await userEvent.type(card, 'ABCDEF')
    await expect(card).toHaveValue('ABCD')
    await expect(card).toHaveAttribute('type', 'tel')
  },
}

/** FIELD-9: the value is copied. */
export const CopiedValue: Story = {
  args: {
    definitions: [{ id: 'code', type: 'input', title: 'Your code', show_copy_icon: true }],
    answers: { code: 'AB12' },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const write = spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await userEvent.click(canvas.getByRole('button', { name: 'Copy' }))
    await expect(write).toHaveBeenCalledWith('AB12')
    await expect(await canvas.findByRole('button', { name: 'Copied' })).toBeVisible()
  },
}

/** FIELD-10: what is typed unseen can be looked at, in a field of any text kind. */
export const SeenSecret: Story = {
  args: {
    definitions: [{ id: 'pin', type: 'input', title: 'PIN', input_type: 'password', show_pass_icon: true }],
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const pin = canvas.getByLabelText(/PIN/)
    await expect(pin).toHaveAttribute('type', 'password')
    await userEvent.click(canvas.getByRole('button', { name: 'Show password' }))
    await expect(pin).toHaveAttribute('type', 'text')
    await userEvent.click(canvas.getByRole('button', { name: 'Hide password' }))
    await expect(pin).toHaveAttribute('type', 'password')
  },
}

/** FIELD-11: a title above the control or for the ear alone, and an explanation on demand in both cases. */
export const TitleAndTooltip: Story = {
  args: {
    definitions: [
      { id: 'above', type: 'input', title: 'Above', tooltip: 'The one above.', required: true },
      {
        id: 'heard',
        type: 'input',
        title: 'Heard',
        tooltip: 'The one that is heard.',
        show_top_label: false,
        required: true,
      },
    ],
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getByText('Above').getBoundingClientRect().width).toBeGreaterThan(20)
    await expect(canvas.getByText('Heard').getBoundingClientRect().width).toBeLessThan(2)
    await expect(canvas.getByRole('textbox', { name: 'Heard' })).toBeVisible()
    const more = canvas.getByRole('button', { name: 'About “Heard”' })
    await expect(more.getBoundingClientRect().width).toBeGreaterThan(20)
    await expect(canvas.getByText('The one that is heard.')).not.toBeVisible()
    await userEvent.click(more)
    await expect(canvas.getByText('The one that is heard.')).toBeVisible()
  },
}

/** FIELD-14, FIELD-15, FIELD-20: what a form opens with, and what is sent of it. */
export const OpenedWith: Story = {
  args: {
    definitions: [
      {
        id: 'document',
        type: 'select',
        title: 'Document',
        options: [
          { value: 'passport', title: 'Passport' },
          { value: 'card', title: 'Card', selected: true },
        ],
      },
      { id: 'news', type: 'checkbox', label: 'Send me news', checked_input: true },
    ],
  },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getByRole('combobox')).toHaveDisplayValue('Card')
    await expect(canvas.getByRole('checkbox', { name: 'Send me news' })).toBeChecked()
    await userEvent.selectOptions(canvas.getByRole('combobox'), 'Passport')
    await userEvent.click(canvas.getByRole('button', { name: 'Send' }))
    await expect(args.onSubmit).toHaveBeenCalledWith({ document: 'passport', news: true })
  },
}

/** FIELD-17, FIELD-18, FIELD-19: fields come and go with an answer, the default case of their group when no other does, and what
 *  was typed comes back. */
export const Dependent: Story = {
  args: {
    definitions: [
      { id: 'document', type: 'input', title: 'Document' },
      {
        id: 'series',
        type: 'input',
        title: 'Series',
        group: 'cases',
        depends_on: { action: 'show', field_id: 'document', condition: ['passport'] },
      },
      {
        id: 'number',
        type: 'input',
        title: 'Number',
        group: 'cases',
        depends_on: { action: 'show', field_id: 'document' },
      },
    ],
  },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    const document = canvas.getByRole('textbox', { name: /Document/ })
    await expect(canvas.getByRole('textbox', { name: /Number/ })).toBeVisible()
    await userEvent.type(document, 'passport')
    await expect(canvas.queryByRole('textbox', { name: /Number/ })).toBeNull()
    await userEvent.type(canvas.getByRole('textbox', { name: /Series/ }), 'AB')
    await userEvent.type(document, '!')
    await expect(canvas.queryByRole('textbox', { name: /Series/ })).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'Send' }))
    await expect(args.onSubmit).toHaveBeenLastCalledWith({ document: 'passport!' })
    await userEvent.type(document, '{Backspace}')
    await expect(canvas.getByRole('textbox', { name: /Series/ })).toHaveValue('AB')
  },
}
