import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CountryMark, Flag } from './Flag.tsx'

test('a country is marked by its flag in whichever case its code is, a side of several countries by letters, the world by nothing', () => {
  const flag = renderToStaticMarkup(<CountryMark code="GB-ENG" />)
  expect(flag).toContain('src="/assets/flag-2.8.3-gb-eng.svg"')
  expect(flag).toContain('alt=""')
  expect(flag).toContain('loading="lazy"')
  expect(renderToStaticMarkup(<CountryMark code="x-wis" />)).toContain('>wis</span>')
  expect(renderToStaticMarkup(<Flag code="x-wis" />)).toBe('')
  for (const code of ['001', '', undefined]) expect(renderToStaticMarkup(<CountryMark code={code} />)).toBe('')
})
