import { expect, test } from 'vitest'
import { analyticsAddress, analyticsOrigins } from './analytics-address.ts'

test('calls of analytics go to this server, to a path of the host, or to another origin, as the brand says', () => {
  const apis = [undefined, '/collect', 'https://events.example/in', 'https://events.example:8443']
  expect(apis.map((api) => analyticsAddress('/analytics-api/event.json', api))).toEqual([
    ...['/analytics-api/event.json', '/collect/event.json', 'https://events.example/in/event.json'],
    'https://events.example:8443/event.json',
  ])
  expect(apis.map(analyticsOrigins)).toEqual([[], [], ['https://events.example'], ['https://events.example:8443']])
})
