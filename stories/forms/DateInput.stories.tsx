import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import { DateInput, type DateInputProps } from '#renderers/forms/date/DateInput.tsx'
import { TextsProvider, useText } from '#renderers/site/texts.tsx'

function DatePlay(props: DateInputProps & { readonly language?: string }) {
  const t = useText()
  const [value, setValue] = useState(props.value)
  const { language, ...input } = props
  const change = (next: string) => {
    setValue(next)
    props.onChange(next)
  }
  const field = (
    <div style={{ display: 'grid', gap: 4, maxInlineSize: 240 }}>
      <label htmlFor={props.id}>{props.label}</label>
      <DateInput {...input} value={value} onChange={change} />
    </div>
  )
  if (language === undefined) return field
  const direction = language.startsWith('ar') ? 'rtl' : 'ltr'
  return (
    <TextsProvider t={t} language={language} direction={direction}>
      <div dir={direction}>{field}</div>
    </TextsProvider>
  )
}

const meta = {
  component: DatePlay,
  args: { id: 'day', label: 'Valid until', value: '', onChange: fn(), onBlur: fn() },
} satisfies Meta<typeof DatePlay>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

const typedOrder = (root: HTMLElement) =>
  within(root)
    .getAllByRole<HTMLInputElement>('textbox')
    .map(({ value }) => value)

/** The keys that the calendar knows, from the pattern of a date picker dialog. */
export const ByKeys: Story = {
  args: { value: '2026-11-25', min: '2026-01-10', max: '2027-12-31' },
  play: async ({ canvasElement, args }) => {
    const page = within(canvasElement.ownerDocument.body)
    const opener = within(canvasElement).getByRole('button', { name: /calendar/ })
    opener.focus()
    await waitFor(() => expect(opener).toHaveAttribute('aria-expanded', 'false'))
    await userEvent.keyboard('{Enter}')
    const focused = (day: string) =>
      waitFor(() => expect(canvasElement.ownerDocument.activeElement).toHaveAttribute('data-day', day))
    await focused('2026-11-25')
    const steps = [
      ['{ArrowRight}', '2026-11-26'],
      ['{ArrowDown}', '2026-12-03'],
      ['{PageDown}', '2027-01-03'],
      ['{Shift>}{PageUp}{/Shift}', '2026-01-10'],
      ['{ArrowUp}', '2026-01-10'],
      ['{PageDown}', '2026-02-10'],
      ['{ArrowLeft}', '2026-02-09'],
    ] as const
    for (const [keys, day] of steps) {
      await userEvent.keyboard(keys)
      await focused(day)
    }
    await userEvent.keyboard('{Enter}')
    await expect(args.onChange).toHaveBeenLastCalledWith('2026-02-09')
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(opener).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await focused('2026-02-09')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(opener).toHaveFocus())
    await expect(args.onChange).toHaveBeenCalledOnce()
  },
}

/** Digits move on to the next part by themselves; Backspace in an empty part leads back. */
export const Typed: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByText('Valid until', { selector: 'label' }))
    await userEvent.keyboard('0108')
    await expect(canvas.getByRole('textbox', { name: 'Year' })).toHaveFocus()
    await userEvent.keyboard('2031')
    await expect(args.onChange).toHaveBeenLastCalledWith('2031-01-08')
    await expect(args.onBlur).not.toHaveBeenCalled()
    await userEvent.clear(canvas.getByRole('textbox', { name: 'Year' }))
    await userEvent.keyboard('{Backspace}')
    await expect(canvas.getByRole('textbox', { name: 'Day' })).toHaveFocus()
    await userEvent.click(canvas.getByRole('textbox', { name: 'Month' }))
    await userEvent.paste('2030-12-24')
    await expect(typedOrder(canvasElement)).toEqual(['12', '24', '2030'])
    await userEvent.click(canvasElement.ownerDocument.body)
    await expect(args.onBlur).toHaveBeenCalled()
  },
}

const LANGUAGES = ['ar-EG-u-nu-latn', 'de-DE', 'en-GB', 'en-US', 'es-ES', 'fr-FR', 'pt-BR', 'ru-RU', 'tr-TR'] as const

/** The same day as each language writes it: the digits that are typed are those that are shown. */
export const Languages: Story = {
  render: (args) => (
    <div style={{ display: 'grid', gap: 8 }}>
      {LANGUAGES.map((language) => (
        <div key={language} data-language={language}>
          <DatePlay {...args} id={`day-${language}`} label={`Day, ${language}`} language={language} />
        </div>
      ))}
    </div>
  ),
  play: async ({ canvasElement, args }) => {
    for (const language of LANGUAGES) {
      const place = canvasElement.querySelector<HTMLElement>(`[data-language="${language}"]`) as HTMLElement
      const isAmerican = language === 'en-US'
      await userEvent.click(within(place).getByText(`Day, ${language}`, { selector: 'label' }))
      await userEvent.keyboard(isAmerican ? '08012031' : '01082031')
      await expect(args.onChange).toHaveBeenLastCalledWith('2031-08-01')
      const [first, , last] = within(place).getAllByRole('textbox')
      const isRightToLeft = language.startsWith('ar')
      const [startPx, endPx] = [first, last].map((part) => part?.getBoundingClientRect().left ?? 0) as [number, number]
      await expect(startPx > endPx).toBe(isRightToLeft)
    }
    const arabic = canvasElement.querySelector<HTMLElement>('[data-language^="ar"]') as HTMLElement
    const opener = within(arabic).getByRole('button', { name: /calendar/ })
    await userEvent.click(opener)
    const dialog = await within(arabic).findByRole('dialog')
    await expect(within(dialog).getByRole('combobox', { name: 'Month' })).toHaveDisplayValue('أغسطس')
    await waitFor(() => expect(within(dialog).getByRole('button', { name: '1' })).toHaveFocus())
    await userEvent.keyboard('{ArrowLeft}{Enter}')
    await expect(args.onChange).toHaveBeenLastCalledWith('2031-08-02')
  },
}

export const AtFault: Story = { args: { value: '2031-02-30', isInvalid: true } }
export const Disabled: Story = { args: { value: '2031-02-28', isDisabled: true } }

/** The calendar as it lies open, with days that are not offered. */
export const Open: Story = {
  args: { value: '2026-11-25', max: '2026-11-27' },
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: /calendar/ }))
    const dialog = await within(canvasElement).findByRole('dialog')
    await expect(within(dialog).getByRole('button', { name: '28' })).toBeDisabled()
    await expect(within(dialog).getByRole('button', { name: 'Next month' })).toBeDisabled()
    await expect(within(dialog).getByRole('button', { name: '25' })).toHaveAttribute('aria-pressed', 'true')
  },
}
