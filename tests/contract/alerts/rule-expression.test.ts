import { expect, test } from 'vitest'
import { evaluate, readSamples, type Scrape } from './rule-expression.ts'

const EXPOSED = `# TYPE asked counter
asked{route="/a",status="200"} 10
asked{route="/b",status="503"} 4
up 1
`
const scrape = (at: number, ok: number, failed: number): Scrape => ({
  at,
  samples: readSamples(EXPOSED.replace(' 10', ` ${ok}`).replace(' 4', ` ${failed}`)),
})
const scrapes = [scrape(0, 100, 0), scrape(30, 160, 30), scrape(60, 10, 60)]
const at = (expression: string, moment = 60, records: readonly (readonly [string, string])[] = []) =>
  evaluate(expression, { scrapes, records: new Map(records) }, moment)
const valuesAt = (...given: Parameters<typeof at>) => {
  const value = at(...given)
  return typeof value === 'number' ? value : value.map((one) => one.value)
}

test('numbers are read with their labels', () => {
  expect(readSamples(EXPOSED)).toEqual([
    { name: 'asked', labels: { route: '/a', status: '200' }, value: 10 },
    { name: 'asked', labels: { route: '/b', status: '503' }, value: 4 },
    { name: 'up', labels: {}, value: 1 },
  ])
})

test('a counter that begins again has not gone back', () => {
  expect(valuesAt('60 * rate(asked{status="200"}[1m])')).toEqual([70])
  expect(valuesAt('sum(rate(asked{status=~"5.."}[1m])) / sum(rate(asked[1m]))')).toEqual([expect.closeTo(60 / 130)])
})

test('sums keep the labels that they are grouped by, and comparisons what holds', () => {
  expect(at('sum by (route) (asked)', 30)).toEqual([
    { labels: { route: '/a' }, value: 160 },
    { labels: { route: '/b' }, value: 30 },
  ])
  expect(at('sum by (route) (asked) > 0.5 * sum(asked) and up == 1', 30)).toEqual([])
  expect(valuesAt('max(asked{status!~"5.."}) > 2 * 50', 30)).toEqual([160])
  expect(valuesAt('1 - sum(up) < 0.5 and sum(asked:all) > 1', 60, [['asked:all', 'asked']])).toEqual([0])
})

test('what was not heard for five minutes is not there, and what is not known is refused', () => {
  expect(at('up', 359)).toHaveLength(1)
  expect(at('up', 360)).toEqual([])
  expect(() => at('up offset')).toThrow('after its end')
  expect(() => at('up ~ 1')).toThrow('not known')
})
