import type { Meta, StoryObj } from '@storybook/react-vite'
import examples from 'libphonenumber-js/mobile/examples'
import metadata from 'libphonenumber-js/mobile/metadata'
import type { ReactNode } from 'react'
import { expect, fn, userEvent, within } from 'storybook/test'
import { phoneContext } from '#machines/forms/kinds/phone-context.rules.ts'
import { type PhonePort, PhonePortContext } from '#renderers/forms/phone/phone-port.ts'
import type { FieldDefinition, PhoneCountry, PhoneMask, PhoneMetadataAnswer } from '#schemas'
import { FormPlay, type FormPlayProps } from './FormPlay.tsx'
import { formContext } from './form-data.ts'

const COUNTRIES: readonly PhoneCountry[] = [
  { id: 56, code: 'de', phoneCode: '+49', name: 'Germany' },
  { id: 126, code: 'kz', phoneCode: '+7', name: 'Kazakhstan' },
  { id: 192, code: 'ru', phoneCode: '+7', name: 'Russia' },
  { id: 2, code: 'ae', phoneCode: '+971', name: 'United Arab Emirates' },
  { id: 239, code: 'uz', phoneCode: '+998', name: 'Uzbekistan' },
]
const MASKS: readonly PhoneMask[] = [
  { CountryId: 56, Mask: '0000-0000000', Max: 11, Min: 10 },
  { CountryId: 126, Mask: '000-000-0000', Max: 10, Min: 10 },
  { CountryId: 192, Mask: '000-000-00-00', Max: 10, Min: 10 },
  { CountryId: 239, Mask: '00-000-00-00', Max: 9, Min: 9 },
]
const RULES: PhonePort['rules'] = {
  isManualCodeAllowed: false,
  noMaskCountryIds: [],
  maskCutEndDigits: 0,
  noResultText: 'No country has this code',
  blockedNumbers: [],
}
const READY: PhonePort = {
  data: {
    countries: COUNTRIES,
    masks: MASKS,
    numbering: { metadata, examples } as unknown as PhoneMetadataAnswer,
  },
  rules: RULES,
  country: 'kz',
}

const phone: FieldDefinition = {
  id: 'phone',
  type: 'phone',
  title: 'Mobile number',
  help: 'We send codes to it and never call.',
  required: true,
  autocomplete: 'tel',
  validation: { phone: {} },
}

/** A form with what the application gives a phone field. */
function PhonePlay({ port, ...form }: FormPlayProps & { readonly port: PhonePort }): ReactNode {
  return (
    <PhonePortContext value={port}>
      <FormPlay {...form} />
    </PhonePortContext>
  )
}

const meta = {
  component: PhonePlay,
  args: {
    port: READY,
    definitions: [phone],
    context: { ...formContext, phone: phoneContext(RULES, COUNTRIES, MASKS) },
    submitLabel: 'Send',
    onChange: fn(),
    onSubmit: fn(),
  },
} satisfies Meta<typeof PhonePlay>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

const line = (canvas: HTMLElement) => within(canvas).findByRole('textbox', { name: /Mobile number/ })
const trigger = (canvas: HTMLElement) => within(canvas).findByRole('button', { name: /Country code/ })

/** One field at rest, one at fault, one that cannot be edited. */
export const States: Story = {
  args: {
    definitions: [
      { ...phone, id: 'rest' },
      { ...phone, id: 'fault' },
      { ...phone, id: 'still', disabled: true },
    ],
    errors: { fault: { code: 'equal_length', params: { label: 'Mobile number', value: 10 } } },
  },
}

/** The number falls into the groups of its country, and is marked when it is whole. */
export const Typed: Story = {
  play: async ({ canvasElement, args }) => {
    await trigger(canvasElement)
    const input = await line(canvasElement)
    await userEvent.type(input, '7012345678')
    await expect(input).toHaveValue('701 234 5678')
    const answer = {
      countryCode: 'kz',
      countryId: 126,
      fullPhone: '+77012345678',
      phoneCode: '+7',
      phoneNum: '7012345678',
    }
    await expect(args.onChange).toHaveBeenLastCalledWith('phone', answer)
  },
}

/** PHC-6, PHC-13: the open list, searched by code. */
export const Open: Story = {
  play: async ({ canvasElement }) => {
    await userEvent.click(await trigger(canvasElement))
    const search = within(canvasElement).getByRole('combobox', { name: 'Search by country code' })
    await expect(search).toHaveFocus()
    await userEvent.type(search, '9')
    await expect(within(canvasElement).getAllByRole('option')).toHaveLength(2)
  },
}

/** PHC-15: a code that no country has. */
export const NothingFound: Story = {
  play: async ({ canvasElement }) => {
    await userEvent.click(await trigger(canvasElement))
    await userEvent.keyboard('555')
    const [text] = within(canvasElement).getAllByText('No country has this code')
    await expect(text).toBeVisible()
  },
}

/** PHC-8, PHC-14: where codes may be typed by hand, a code of no country is offered and kept. */
export const ManualCode: Story = {
  args: { port: { ...READY, rules: { ...RULES, isManualCodeAllowed: true } } },
  play: async ({ canvasElement }) => {
    const button = await trigger(canvasElement)
    await userEvent.click(button)
    await userEvent.keyboard('999{Enter}')
    await expect(button).toHaveTextContent('+999')
  },
}

/** A number of another country is not kept for Kazakhstan, and the field says so (PHONE-19). */
export const Cleared: Story = {
  play: async ({ canvasElement }) => {
    await trigger(canvasElement)
    const input = await line(canvasElement)
    await userEvent.click(input)
    await userEvent.paste('9161234567')
    await expect(input).toHaveValue('')
    await expect(input).toHaveAttribute('placeholder', 'Not a valid number for Kazakhstan')
  },
}

/** PHC-11: with one country there is nothing to choose. */
export const OneCountry: Story = {
  args: { port: { ...READY, data: READY.data && { ...READY.data, countries: COUNTRIES.slice(1, 2) } } },
}

/** Without the countries the number is a plain line, which the server reads. */
export const WithoutCountries: Story = { args: { port: { ...READY, data: null } } }

const options = COUNTRIES.map(({ id, code, phoneCode, name }) => ({ id, name, Alpha2: code, phone_code: phoneCode }))
const code: FieldDefinition = { id: 'code', type: 'phone_country', title: 'Country code', required: true, options }

/** The dialling code as a field of its own. */
export const PhoneCountryStates: Story = {
  args: {
    definitions: [
      { ...code, id: 'rest' },
      { ...code, id: 'fault' },
      { ...code, id: 'still', disabled: true },
    ],
    answers: { still: 126 },
    errors: { fault: { code: 'required', params: { label: 'Country code' } } },
  },
}
