import { expect, test } from 'vitest'
import { historyBody, pageQuery } from './history.selectors.ts'

const body = (text: string) => historyBody(new URLSearchParams(text))

test('PAY-6: an address narrows the history down, and keeps it when the page turns', () => {
  expect(body('')).toEqual({ is_include_archive: false, page_number: 1 })
  expect(body('direction=deposit&state=succeeded&from=2026-01-02&to=2026-02-03&archive=1&page=3')).toEqual({
    ...{ is_include_archive: true, page_number: 3, direction: 'deposit', state: 'succeeded' },
    ...{ dateFrom: '2026-01-02', dateTo: '2026-02-03' },
  })
  expect(pageQuery(new URLSearchParams('state=paid&page=1'), 2)).toBe('?state=paid&page=2')
})

test('what an address cannot mean is left out', () => {
  expect(body('direction=up&state=lucky&from=2026-99-99&page=-1&archive=yes')).toEqual(body(''))
})
