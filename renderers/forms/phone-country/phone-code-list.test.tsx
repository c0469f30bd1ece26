import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TextsProvider } from '#renderers/site/texts.tsx'
import { PhoneCodeList } from './PhoneCodeList.tsx'

/** How many options and stand-ins the list of so many countries begins with. */
function firstLook(countries: number): { readonly options: number; readonly standIns: number } {
  const entries = Array.from({ length: countries }, (_, index) => ({
    id: index + 1,
    name: `Country ${index + 1}`,
    phoneCode: `+${index + 1}`,
    countryCode: 'xx',
  }))
  const none = () => undefined
  const markup = renderToString(
    <TextsProvider t={(key) => key} language="en-GB" direction="ltr">
      <PhoneCodeList id="list" entries={entries} active={0} currentId={1} onHover={none} onPick={none} />
    </TextsProvider>,
  )
  const count = (pattern: RegExp) => [...markup.matchAll(pattern)].length
  return { options: count(/role="option"/g), standIns: count(/data-shape="text"/g) }
}

test('UI-16: the dialog of dialling codes shows five stand-ins, and no option, until its options are there', () => {
  expect(firstLook(41)).toEqual({ options: 0, standIns: 5 })
  expect(firstLook(240)).toEqual({ options: 0, standIns: 5 })
})

test('UI-16: options that are there at once need no stand-ins', () => {
  expect(firstLook(40)).toEqual({ options: 40, standIns: 0 })
})
