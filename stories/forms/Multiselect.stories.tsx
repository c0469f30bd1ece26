import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import type { FieldDefinition } from '#schemas'
import { FormPlay } from './FormPlay.tsx'
import { formContext } from './form-data.ts'

const meta = {
  component: FormPlay,
  args: { definitions: [], context: formContext, submitLabel: 'Send', onSubmit: fn() },
} satisfies Meta<typeof FormPlay>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

const sports: FieldDefinition = {
  id: 'sports',
  type: 'multiselect',
  title: 'Favourite sports',
  placeholder: 'Choose…',
  options: [
    { id: 1, name: 'Football', aliases: ['Soccer'] },
    { id: 2, name: 'Tennis' },
    { id: 3, name: 'Ice hockey' },
    { id: 4, name: 'Basketball' },
    { id: 5, name: 'Table tennis' },
  ],
}

const many: FieldDefinition = {
  ...sports,
  options: Array.from({ length: 2500 }, (_, index) => ({ id: index + 1, name: `Team ${index + 1}` })),
}

async function opened(canvasElement: HTMLElement): Promise<HTMLInputElement> {
  const input = await within(canvasElement).findByRole<HTMLInputElement>('combobox', { name: /Favourite sports/ })
  await userEvent.click(input)
  await expect(input).toHaveAttribute('aria-expanded', 'true')
  return input
}

/** At rest, with a selection, at fault, and not to be edited. */
export const States: Story = {
  args: {
    definitions: [
      { ...sports, id: 'rest' },
      { ...sports, id: 'chosen' },
      { ...sports, id: 'fault' },
      { ...sports, id: 'still', disabled: true },
    ],
    answers: { chosen: [1, 3], fault: [2], still: [4] },
    errors: { fault: { code: 'value.refused', params: { label: 'Favourite sports' } } },
  },
}

/** MULTI-1, A11Y-3: by keyboard alone, found by name and by alias, taken out again from the chips. */
export const ByKeyboard: Story = {
  args: { definitions: [sports] },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    const input = await opened(canvasElement)
    await userEvent.type(input, 'socc{Enter}')
    await userEvent.clear(input)
    await userEvent.type(input, 'tennis{ArrowDown}{Enter}{Escape}')
    await expect(input).toHaveAttribute('aria-expanded', 'false')
    await expect(canvas.getByText('Table tennis selected')).toBeInTheDocument()
    const chips = within(canvas.getByRole('list', { name: 'Selected options' }))
    await expect(chips.getAllByRole('listitem')).toHaveLength(2)
    await userEvent.tab({ shift: true })
    await expect(chips.getByRole('button', { name: 'Remove Football' })).toHaveFocus()
    await userEvent.keyboard('{End}{Delete}')
    await expect(chips.getByRole('button', { name: 'Remove Football' })).toHaveFocus()
    await userEvent.click(canvas.getByRole('button', { name: 'Send' }))
    await expect(args.onSubmit).toHaveBeenCalledWith({ sports: [1] })
  },
}

/** MULTI-2: at the maximum nothing more is taken, and it is said why. */
export const Maximum: Story = {
  args: { definitions: [{ ...sports, validation: { maxLength: { value: 2 } } }], answers: { sports: [1, 2] } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const input = await opened(canvasElement)
    const text = 'Maximum of 2 options selected. First remove a selected option to select another.'
    await expect(canvas.getByText(text)).toBeVisible()
    await expect(input).toHaveAccessibleDescription(expect.stringContaining(text))
    const hockey = canvas.getByRole('option', { name: 'Ice hockey' })
    await expect(hockey).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(hockey)
    await expect(hockey).toHaveAttribute('aria-selected', 'false')
    await userEvent.click(canvas.getByRole('option', { name: 'Tennis' }))
    await expect(canvas.queryByText(text)).toBeNull()
    await userEvent.click(hockey)
    await expect(hockey).toHaveAttribute('aria-selected', 'true')
  },
}

/** MULTI-3. */
export const NothingFound: Story = {
  args: { definitions: [sports] },
  play: async ({ canvasElement }) => {
    const input = await opened(canvasElement)
    await userEvent.type(input, 'chess')
    const text = 'No elements found. Consider changing the search query.'
    await expect(within(canvasElement).getByText(text)).toBeVisible()
    await expect(within(canvasElement).getByText('0 options')).toBeInTheDocument()
  },
}

/** MULTI-4. */
export const EmptyList: Story = {
  args: { definitions: [{ ...sports, options: [] }] },
  play: async ({ canvasElement }) => {
    await opened(canvasElement)
    await expect(within(canvasElement).getByText('List is empty.')).toBeVisible()
  },
}

/** MULTI-5, MULTI-6: of 2500 options few are in the page; a thousand are loaded at first, the next near the bottom. */
export const ManyOptions: Story = {
  args: { definitions: [many] },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await opened(canvasElement)
    const scroller = canvas.getByRole('listbox')
    await expect(scroller.getBoundingClientRect().height).toBeLessThanOrEqual(300)
    await expect(canvas.getAllByRole('option').length).toBeLessThan(40)
    await expect(canvas.getAllByRole('option')[0]?.getBoundingClientRect().height).toBe(40)
    await expect(scroller.scrollHeight).toBe(1000 * 40 + 8)
    scroller.scrollTop = scroller.scrollHeight - scroller.clientHeight - 101
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    await expect(scroller.scrollHeight).toBe(1000 * 40 + 8)
    scroller.scrollTop += 1
    await waitFor(() => expect(scroller.scrollHeight).toBe(2000 * 40 + 8))
    await waitFor(() => expect(canvas.getByRole('option', { name: 'Team 995' })).toBeVisible())
    await expect(canvas.getAllByRole('option').length).toBeLessThan(40)
  },
}

/** The active option is in view and named, wherever the keys lead: from the first option up to the last of them all. */
export const AroundTheEnd: Story = {
  args: { definitions: [many] },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const input = await opened(canvasElement)
    await userEvent.keyboard('{ArrowUp}')
    await waitFor(() => expect(canvas.getByRole('option', { name: 'Team 2500' })).toBeVisible())
    const last = canvas.getByRole('option', { name: 'Team 2500' })
    await expect(input).toHaveAttribute('aria-activedescendant', last.id)
    await expect(last).toHaveAttribute('aria-posinset', '2500')
    await expect(last).toHaveAttribute('aria-setsize', '2500')
  },
}
