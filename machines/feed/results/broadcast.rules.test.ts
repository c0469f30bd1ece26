import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shownBroadcasts } from './broadcast.rules.ts'

const ALLOWED = ['https://player.example']
const framed = (frameUrl: string) => ({ channel: 'Pitch', frameUrl })

test('SPORT-9: a video player is framed from an allowed origin only', () => {
  const fine = framed('https://player.example/live/1?c=2')
  expect(shownBroadcasts([fine], ALLOWED)).toEqual([fine])
  expect(shownBroadcasts([fine], [])).toEqual([])
  const both = { ...framed('https://other.example/1'), pageUrl: 'https://pitch.example/', languages: ['en'] }
  expect(shownBroadcasts([both], ALLOWED)).toEqual([
    { channel: 'Pitch', pageUrl: 'https://pitch.example/', languages: ['en'] },
  ])
})

test.each([
  'https://player.example.evil.example/',
  'https://player.example:8443/',
  'http://player.example/',
  'https://x@player.example/',
])('SPORT-9: %s is of no allowed origin', (address) => expect(shownBroadcasts([framed(address)], ALLOWED)).toEqual([]))

test('SPORT-9: whatever is sent, a frame that is shown is of an allowed origin, as a browser reads the address', () => {
  const address = fc.oneof(
    fc.webUrl(),
    fc.webUrl({ validSchemes: ['https'] }),
    fc.webPath().map((path) => `https://player.example${path}`),
  )
  fc.assert(
    fc.property(address, (frameUrl) => {
      for (const shown of shownBroadcasts([framed(frameUrl)], ALLOWED))
        expect(new URL(shown.frameUrl ?? '').origin).toBe('https://player.example')
    }),
    { numRuns: 40 },
  )
})
