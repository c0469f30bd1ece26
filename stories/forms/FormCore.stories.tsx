import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import type { FieldProps } from '#renderers/forms/field-contract.ts'
import { TextControl } from '#renderers/forms/input/TextControl.tsx'
import { LazyControl } from '#renderers/forms/LazyControl.tsx'
import type { LazyField } from '#renderers/forms/lazy-loading.ts'
import { SchemaForm } from '#renderers/forms/SchemaForm.tsx'
import { TextsProvider } from '#renderers/site/texts.tsx'
import type { FieldDefinition } from '#schemas'
import { FormPlay } from './FormPlay.tsx'
import { formContext, goodAnswers, registrationFields } from './form-data.ts'

const meta = {
  component: FormPlay,
  args: { definitions: [], context: formContext, submitLabel: 'Send', onSubmit: fn(), onChange: fn() },
} satisfies Meta<typeof FormPlay>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

const grouped: readonly FieldDefinition[] = [
  { id: 'nick', type: 'input', title: 'Nickname' },
  { id: 'heading', type: 'label', group: 'document', title: 'Your document', label: 'As it is written there.' },
  { id: 'document', type: 'input', group: 'document', title: 'Number', required: true },
  { id: 'authority', type: 'input', group: 'document', title: 'Issued by' },
  { id: 'news', type: 'checkbox', label: 'Send me news', tooltip: 'Once a week at most.' },
]

/** LAYOUT-12: a brand may want its groups as cards. */
export const GroupsAsCards: Story = {
  args: { definitions: grouped },
  beforeEach: () => {
    document.documentElement.dataset.form = 'cards'
    return () => {
      delete document.documentElement.dataset.form
    }
  },
  play: async ({ canvasElement }) => {
    const group = within(canvasElement).getByRole('group', { name: 'Your document' })
    await expect(getComputedStyle(group).borderTopWidth).toBe('1px')
    delete document.documentElement.dataset.form
    await expect(getComputedStyle(group).borderTopWidth).toBe('0px')
    document.documentElement.dataset.form = 'cards'
  },
}

/** FIELD-3: fields of a group stand together under its heading. FIELD-11: a box explains itself on demand, too. */
export const Groups: Story = {
  args: { definitions: grouped },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const group = within(canvas.getByRole('group', { name: 'Your document' }))
    await expect(group.getAllByRole('textbox')).toHaveLength(2)
    await expect(group.getByText('As it is written there.')).toBeVisible()
    const explanation = canvas.getByText('Once a week at most.')
    await expect(explanation).not.toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: /Send me news/ }))
    await expect(explanation).toBeVisible()
  },
}

/** RULE-13: a repetition that was right is reported as wrong as soon as what it repeats changes. */
export const Repetition: Story = {
  args: { definitions: registrationFields('full_reg').filter(({ id }) => id.startsWith('password')) },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const password = canvas.getByLabelText('Password')
    const again = canvasElement.querySelector<HTMLInputElement>('[name="password_again"]') as HTMLInputElement
    await userEvent.type(password, 'heron table winter')
    await userEvent.type(again, 'heron table winter')
    await userEvent.tab()
    await expect(again).not.toHaveAttribute('aria-invalid')
    await userEvent.type(password, 's')
    await expect(again).toHaveAttribute('aria-invalid', 'true')
    await userEvent.type(password, '{Backspace}')
    await expect(again).not.toHaveAttribute('aria-invalid')
  },
}

/** A server error that belongs to no field is shown above the button, and disappears when the form is sent again. */
export const StrayError: Story = {
  args: {
    definitions: grouped.slice(0, 1),
    errors: { partner: { code: 'value.refused', params: { label: 'Partner' } } },
  },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    const text = '“Partner” is not accepted.'
    await waitFor(() => expect(canvas.getByRole('status')).toHaveTextContent(text))
    await expect(canvas.getAllByText(text)).toHaveLength(2)
    await userEvent.click(canvas.getByRole('button', { name: 'Send' }))
    await expect(canvas.queryByText(text, { selector: ':not([role])' })).toBeNull()
    await expect(args.onSubmit).toHaveBeenCalled()
  },
}

const many: readonly FieldDefinition[] = Array.from({ length: 30 }, (_, index) => ({
  id: `f${index}`,
  type: 'input',
  title: `Field ${index}`,
  tooltip: 'Explained',
  ...(index % 10 === 9 && {
    depends_on: { action: 'show' as const, field_id: `f${index - 1}`, condition: ['yes'] },
  }),
}))

/** Which fields have rendered: the frame of each asks for the text of its explanation when it does. */
const rendered: string[] = []
function countingText(key: string, params?: Record<string, string | number>): string {
  if (key === 'forms.more_about') rendered.push(String(params?.label))
  return key
}

/** At a key one field renders when nothing depends on it; what depends on it comes without the others. */
export const OneRenderPerKey: Story = {
  render: () => (
    <TextsProvider t={countingText} language="en" direction="ltr">
      <FormPlay definitions={many} context={formContext} submitLabel="Send" onSubmit={() => undefined} />
    </TextsProvider>
  ),
  play: async ({ canvasElement }) => {
    const input = (id: string) => canvasElement.querySelector<HTMLInputElement>(`[name="${id}"]`)
    rendered.length = 0
    await userEvent.type(input('f3') as HTMLInputElement, 'abcd')
    await expect(rendered).toEqual(['Field 3', 'Field 3', 'Field 3', 'Field 3'])
    rendered.length = 0
    await userEvent.type(input('f8') as HTMLInputElement, 'yes')
    await expect(input('f9')).toBeVisible()
    await expect(rendered.toSorted()).toEqual(['Field 8', 'Field 8', 'Field 8', 'Field 9'])
  },
}

/** The page takes over what the server has rendered, with answers and errors, without rendering it again. */
export const Hydrated: Story = {
  render: () => <div data-testid="page" />,
  play: async ({ canvasElement }) => {
    const form = (
      <TextsProvider t={(key) => key} language="en-GB" direction="ltr">
        <SchemaForm
          definitions={registrationFields('full_reg', 'kz')}
          values={goodAnswers}
          errors={{ name: { code: 'name.available_symbols', params: {} } }}
          context={formContext}
          submitLabel="Send"
          onSubmit={() => undefined}
        />
      </TextsProvider>
    )
    const page = within(canvasElement).getByTestId('page')
    page.innerHTML = renderToString(form)
    const before = page.querySelector('[name="name"]')
    const onRecoverableError = fn()
    const root = hydrateRoot(page, form, { onRecoverableError })
    await waitFor(() => expect(before).toHaveFocus())
    await userEvent.type(before as HTMLInputElement, 'a')
    await expect(page.querySelector('[name="name"]')).toBe(before)
    await expect(before).toHaveValue('Annea')
    await expect(before).not.toHaveAttribute('aria-invalid')
    await expect(onRecoverableError).not.toHaveBeenCalled()
    root.unmount()
  },
}

const lazyField: FieldProps = {
  definition: { id: 'lazy', type: 'input' },
  value: '',
  controlId: 'lazy',
  labelId: 'lazy-label',
  describedBy: 'lazy-line',
  isRequired: false,
  isInvalid: false,
  isDisabled: false,
  onChange: () => undefined,
  onBlur: () => undefined,
  onPress: () => undefined,
}
const TextField = (props: FieldProps) => <TextControl field={props} type="text" />

function LazyPlay({ load }: { readonly load: LazyField['load'] }) {
  const [renderer] = useState<LazyField>(() => ({ frame: 'labelled', waiting: 'control', load }))
  return (
    <form>
      <label id="lazy-label" htmlFor="lazy">
        Lazy
      </label>
      <LazyControl renderer={renderer} field={lazyField} />
      <p id="lazy-line">Below</p>
    </form>
  )
}

const arrival: { come: () => void } = { come: () => undefined }

/** A heavy kind keeps its place until its code is there, and hands the focus over to the control. */
export const LazyKind: Story = {
  render: () => (
    <LazyPlay
      load={() =>
        new Promise((resolve) => {
          arrival.come = () => resolve(TextField)
        })
      }
    />
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const line = canvas.getByText('Below')
    await document.fonts.ready
    const before = line.getBoundingClientRect().top
    const standIn = canvasElement.querySelector<HTMLElement>('#lazy')
    await expect(standIn).toHaveAttribute('aria-busy', 'true')
    standIn?.focus()
    arrival.come()
    const input = await canvas.findByRole('textbox', { name: 'Lazy' })
    await waitFor(() => expect(input).toHaveFocus())
    await expect(line.getBoundingClientRect().top).toBe(before)
  },
}

const tries: string[] = []

const expected = (event: ErrorEvent) => event.preventDefault()

/** Code that does not come leaves a way on: another try. The failure itself is reported as every fault of a page is. */
export const LazyKindFailed: Story = {
  beforeEach: () => {
    window.addEventListener('error', expected, { capture: true })
    return () => window.removeEventListener('error', expected, { capture: true })
  },
  render: () => {
    tries.length = 0
    return (
      <LazyPlay
        load={async () => {
          tries.push('try')
          if (tries.length === 1) throw new Error('the chunk is not there')
          return TextField
        }}
      />
    )
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('alert')).toHaveTextContent('This field could not be loaded.')
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(canvas.getByRole('textbox', { name: 'Lazy' })).toHaveFocus())
    await expect(tries).toHaveLength(2)
  },
}
