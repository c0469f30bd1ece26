import { expect, test } from 'vitest'
import { type AbuseFacts, isSignal } from './abuse-signals.rules.ts'

test.each<[AbuseFacts, boolean]>([
  [{ kind: 'opposite', stakes: 1, stakedMinor: 500 }, true],
  [{ kind: 'opposite', stakes: 0, stakedMinor: 0 }, false],
  [{ kind: 'delayed', stakes: 1, stakedMinor: 500 }, true],
  [{ kind: 'delayed', stakes: 0, stakedMinor: 0 }, false],
  [{ kind: 'shared', accounts: [1, 2] }, true],
  [{ kind: 'shared', accounts: [1, 1] }, false],
  [{ kind: 'cycle', depositMinor: 10_000, stakedMinor: 9_999, withdrawnMinor: 8_000 }, true],
  [{ kind: 'cycle', depositMinor: 10_000, stakedMinor: 10_000, withdrawnMinor: 10_000 }, false],
  [{ kind: 'cycle', depositMinor: 10_000, stakedMinor: 0, withdrawnMinor: 7_999 }, false],
  [{ kind: 'cycle', depositMinor: 0, stakedMinor: 0, withdrawnMinor: 500 }, false],
  [{ kind: 'tiny', stakes: 99, tiny: 50 }, true],
  [{ kind: 'tiny', stakes: 100, tiny: 50 }, false],
  [{ kind: 'tiny', stakes: 49, tiny: 49 }, false],
])('%j is worth a look: %s', (facts, is) => {
  expect(isSignal(facts)).toBe(is)
})
