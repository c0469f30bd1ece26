import type { Meta, StoryObj } from '@storybook/react-vite'
import { type ReactNode, useState } from 'react'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import type { LinkedList } from '#machines/forms/kinds/linked-options.rules.ts'
import { type OptionPort, OptionPortContext } from '#renderers/forms/linked-select/option-port.ts'
import type { FieldDefinition, FieldOption } from '#schemas'
import { FormPlay, type FormPlayProps } from './FormPlay.tsx'
import { formContext } from './form-data.ts'

const placesOf = (of: string, names: readonly string[]): FieldOption[] =>
  names.map((name) => ({ id: `${of}.${name}`, name }))
const TOWNS = Array.from({ length: 2400 }, (_, index) => `Town ${String(index + 1).padStart(4, '0')}`)

const LISTS: Readonly<Record<string, readonly FieldOption[]>> = {
  'regions 12': placesOf('AT', ['Burgenland', 'Carinthia', 'Vienna']),
  'regions 56': placesOf('DE', ['Bavaria', 'Hesse', 'Saxony']),
  'regions 201': [],
  'cities AT.Vienna': placesOf('AT.Vienna', TOWNS),
  'cities AT.Burgenland': placesOf('AT.Burgenland', ['Eisenstadt', 'Güssing']),
  'cities DE.Bavaria': placesOf('DE.Bavaria', ['Augsburg', 'München']),
}

/** A server that answers, one that never does, and one that fails the first time it is asked for a list. */
type Server = 'quick' | 'silent' | 'failing'

const country: FieldDefinition = {
  id: 'country_id',
  type: 'select',
  title: 'Country',
  placeholder: 'Choose…',
  required: true,
  options: [
    { id: 12, name: 'Austria' },
    { id: 56, name: 'Germany' },
    { id: 201, name: 'Saint Helena' },
  ],
}
const region: FieldDefinition = {
  id: 'region_id',
  type: 'select',
  title: 'Region',
  placeholder: 'Choose…',
  required: true,
  options_from: 'regions',
  options_of: 'country_id',
}
const city: FieldDefinition = {
  id: 'city_id',
  type: 'select',
  title: 'City',
  placeholder: 'Choose…',
  options_from: 'cities',
  options_of: 'region_id',
}

interface PlacesPlayProps extends FormPlayProps {
  readonly server: Server
  readonly onAsked: (list: string) => void
  /** How long the answer to a list takes, ms; none when left out. */
  readonly delays?: Readonly<Record<string, number>>
}

/** A form with what the application gives a list that belongs to an answer. */
function PlacesPlay({ server, onAsked, delays = {}, ...form }: PlacesPlayProps): ReactNode {
  const [port] = useState((): OptionPort => {
    const asked = new Set<string>()
    return async ({ source, of }: LinkedList) => {
      const name = `${source} ${of}`
      onAsked(name)
      if (server === 'silent') await new Promise(() => undefined)
      if (server === 'failing' && !asked.has(name)) {
        asked.add(name)
        throw new Error('offline')
      }
      await new Promise((resolve) => setTimeout(resolve, delays[name] ?? 0))
      return LISTS[name] ?? []
    }
  })
  return (
    <OptionPortContext value={port}>
      <FormPlay {...form} />
    </OptionPortContext>
  )
}

const meta = {
  component: PlacesPlay,
  args: {
    server: 'quick',
    definitions: [country, region, city],
    context: formContext,
    submitLabel: 'Send',
    onChange: fn(),
    onSubmit: fn(),
    onAsked: fn(),
  },
} satisfies Meta<typeof PlacesPlay>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

const box = (canvas: HTMLElement, name: string) => within(canvas).findByRole('combobox', { name: new RegExp(name) })
const answers = { country_id: 12, region_id: 'AT.Vienna', city_id: 'AT.Vienna.Town 0007' }

/** Before there is a country, the other two say what comes first. */
export const NoParentYet: Story = {
  play: async ({ canvasElement, args }) => {
    const boxes = [await box(canvasElement, 'Region'), await box(canvasElement, 'City')]
    for (const select of boxes) await expect(select).toBeDisabled()
    await expect(boxes[0]).toHaveTextContent('Choose “Country” first')
    await expect(boxes[1]).toHaveTextContent('Choose “Region” first')
    await expect(args.onAsked).not.toHaveBeenCalled()
  },
}

/** While a list is on its way, a stand-in of the same size takes its place. */
export const Loading: Story = {
  args: { server: 'silent', answers },
  play: async ({ canvasElement, args }) => {
    await waitFor(() => expect(args.onAsked).toHaveBeenCalledTimes(2))
    await expect(canvasElement.querySelectorAll('[aria-busy="true"]')).toHaveLength(2)
    await expect(args.onChange).not.toHaveBeenCalled()
  },
}

/** OFF-25: a draft that names places which are still there stays; a list of thousands is searched. */
export const Options: Story = {
  args: { answers },
  play: async ({ canvasElement, args }) => {
    await expect(await box(canvasElement, 'Region')).toHaveDisplayValue('Vienna')
    await waitFor(async () => expect(await box(canvasElement, 'City')).toHaveValue('Town 0007'))
    await expect(args.onChange).not.toHaveBeenCalled()
    const search = await box(canvasElement, 'City')
    await userEvent.click(search)
    await userEvent.clear(search)
    await userEvent.type(search, '2399')
    await userEvent.keyboard('{Enter}')
    await expect(args.onChange).toHaveBeenLastCalledWith('city_id', 'AT.Vienna.Town 2399')
    await expect(args.onAsked).toHaveBeenCalledTimes(2)
  },
}

/** OFF-25: another country takes region and city away, and the first one's list is not asked for again. */
export const ParentChanged: Story = {
  args: { answers },
  play: async ({ canvasElement, args }) => {
    await waitFor(async () => expect(await box(canvasElement, 'City')).toHaveValue('Town 0007'))
    const countries = await box(canvasElement, 'Country')
    await userEvent.selectOptions(countries, 'Germany')
    await waitFor(() => expect(args.onChange).toHaveBeenCalledWith('region_id', ''))
    await waitFor(() => expect(args.onChange).toHaveBeenCalledWith('city_id', ''))
    await userEvent.selectOptions(await box(canvasElement, 'Region'), 'Bavaria')
    await userEvent.selectOptions(countries, 'Austria')
    await waitFor(async () => expect(await box(canvasElement, 'Region')).toHaveDisplayValue('Choose…'))
    const asked = ['regions 12', 'cities AT.Vienna', 'regions 56', 'cities DE.Bavaria']
    await expect(args.onAsked.mock.calls.flat()).toEqual(asked)
  },
}

/** OFF-25: the list of an earlier country that comes late is not that of the later one. */
export const LateAnswer: Story = {
  args: { delays: { 'regions 12': 400, 'regions 56': 50 } },
  play: async ({ canvasElement }) => {
    const countries = await box(canvasElement, 'Country')
    await box(canvasElement, 'Region')
    await userEvent.selectOptions(countries, 'Austria')
    await userEvent.selectOptions(countries, 'Germany')
    await waitFor(async () => expect(await box(canvasElement, 'Region')).toBeEnabled())
    await new Promise((resolve) => setTimeout(resolve, 600))
    const names = within(await box(canvasElement, 'Region')).getAllByRole('option')
    await expect(names.map(({ textContent }) => textContent)).toEqual(['Choose…', 'Bavaria', 'Hesse', 'Saxony'])
  },
}

/** A list that did not come can be asked for again; the focus stays with it. */
export const Failed: Story = {
  args: { server: 'failing', answers: { country_id: 12 } },
  play: async ({ canvasElement }) => {
    const retry = await within(canvasElement).findByRole('button', { name: 'Try again' })
    await expect(within(canvasElement).getByRole('alert')).toHaveTextContent('The list could not be loaded.')
    await userEvent.click(retry)
    await waitFor(async () => expect(await box(canvasElement, 'Region')).toHaveFocus())
    await userEvent.selectOptions(await box(canvasElement, 'Region'), 'Vienna')
    await within(canvasElement).findByRole('button', { name: 'Try again' })
  },
}

/** A place that cannot be checked, since the list of another country failed, is taken away rather than sent. */
export const FailedAfterChange: Story = {
  args: { server: 'failing', answers },
  play: async ({ canvasElement, args }) => {
    const [retry] = await within(canvasElement).findAllByRole('button', { name: 'Try again' })
    await expect(args.onChange).not.toHaveBeenCalled()
    await userEvent.click(retry as HTMLElement)
    await waitFor(async () => expect(await box(canvasElement, 'Region')).toHaveDisplayValue('Vienna'))
    await userEvent.selectOptions(await box(canvasElement, 'Country'), 'Germany')
    await waitFor(() => expect(args.onChange).toHaveBeenCalledWith('region_id', ''))
    await waitFor(() => expect(args.onChange).toHaveBeenCalledWith('city_id', ''))
  },
}

/** A country of which no region is known. */
export const NothingToChoose: Story = {
  args: { answers: { country_id: 201 } },
  play: async ({ canvasElement }) => {
    await waitFor(async () => expect(await box(canvasElement, 'Region')).toHaveTextContent('List is empty.'))
    await expect(await box(canvasElement, 'Region')).toBeDisabled()
  },
}
