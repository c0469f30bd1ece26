import { expect, test } from 'vitest'
import type { Scenario } from '#schemas'
import { instantWarnings } from './instant-warnings.ts'

const at = (nowMs: number, illegal = false): Scenario => ({
  format: 'scn/1',
  machine: 'account/service-token',
  input: { isSignedIn: true, epoch: 1 },
  source: 'authored',
  req: [],
  steps: [
    {
      at: 0,
      do: 'send',
      actor: 'root',
      event: { type: 'page.resumed', nowMs },
      ...(illegal ? { illegal: true, note: 'a time of old' } : {}),
    },
    { at: 5, do: 'ok', actor: 'root/readStored#1', value: { stored: null, nowMs: 1_795_000_000_000 } },
  ],
})

test('a time that is given in seconds is reported as such, with its value in ms', () => {
  expect(instantWarnings(at(1_795_000_000))).toEqual([
    '/steps/0/event/nowMs is 1795000000: that looks like seconds since 1970; in ms it would be 1795000000000',
  ])
})

test('a bare small number is a day of 1970, also in an end of an actor and in the input', () => {
  expect(instantWarnings(at(20))).toEqual([expect.stringMatching(/^\/steps\/0\/event\/nowMs is 20: .*January 1970/)])
  const [first, second] = at(1_795_000_000_000).steps
  if (!first || !second) throw new Error('the story of this test has two steps')
  const inner: Scenario = {
    ...at(1_795_000_000_000),
    input: { deep: [{ nowMs: 0 }] },
    steps: [first, { ...second, value: { stored: null, nowMs: 30 } }],
  }
  expect(instantWarnings(inner)).toEqual([
    expect.stringContaining('/input/deep/0/nowMs is 0'),
    expect.stringContaining('/steps/1/value/nowMs is 30'),
  ])
})

test('a time of today is right, and an illegal event may tell any', () => {
  expect([instantWarnings(at(1_795_000_000_000)), instantWarnings(at(20, true))]).toEqual([[], []])
})
