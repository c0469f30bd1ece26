import { expect, test } from 'vitest'
import { dropdownContract } from '#machines/shell/dropdown.contract.ts'
import type { Scenario } from '#schemas'
import { firstFrameDivergence, framedReplay, stateLabel } from './replay-frames.ts'

const scenario: Scenario = {
  format: 'scn/1',
  machine: 'shell/dropdown',
  input: { opensBy: 'hover' },
  source: 'authored',
  req: [],
  steps: [
    { at: 0, do: 'send', actor: 'root', event: { type: 'pointer.entered', part: 'trigger', pointerType: 'mouse' } },
    { at: 1000, do: 'advance' },
    { at: 1000, do: 'send', actor: 'root', event: { type: 'escape.pressed' } },
  ],
}

test('QA-12: a frame for the start and one for each step, with what it set off and what can happen then', () => {
  const { frames, next } = framedReplay(dropdownContract, scenario)
  expect(frames.map(({ value }) => stateLabel(value))).toEqual([
    'closed.resting',
    'closed.waiting',
    'open.staying',
    'closed.resting',
  ])
  const [start, entered, opened, closed] = frames
  expect(start).toMatchObject({ at: 0, transitions: [], effects: [] })
  expect(entered?.dueMs).toBeGreaterThan(0)
  expect(opened?.effects).toEqual([expect.objectContaining({ type: 'dropdown.opened' })])
  expect(opened?.transitions).toEqual(['[["closed","waiting"],"xstate.after.hoverDelay.dropdown.closed.waiting",0]'])
  // Asked of an earlier moment after the replay has gone on.
  expect([opened, closed].map((frame) => frame?.can({ type: 'escape.pressed' }))).toEqual([true, false])
  expect(next.map(({ do: deed }) => deed)).toContain('send')
})

test('QA-12: a step that does not go as expected is marked, and the replay continues', () => {
  const steps = scenario.steps.map((step, index) =>
    index === 1 ? { ...step, expect: { value: { closed: 'resting' } } } : step,
  )
  const { frames } = framedReplay(dropdownContract, { ...scenario, steps })
  expect(frames.map(({ mismatch }) => mismatch?.actual)).toEqual([undefined, undefined, { open: 'staying' }, undefined])
})

test('QA-12: equal contexts of two steps are one object', () => {
  const { frames } = framedReplay(dropdownContract, {
    ...scenario,
    steps: Array.from({ length: 50 }, () => ({ at: 0, do: 'mark' })),
  })
  expect(new Set(frames.map(({ context }) => context)).size).toBe(1)
})

test('QA-12: two replays part at the first frame that shows something else', () => {
  const [left, later] = [scenario.steps, scenario.steps.map((step) => ({ ...step, at: step.at / 10 }))].map(
    (steps) => framedReplay(dropdownContract, { ...scenario, steps }).frames,
  )
  expect(firstFrameDivergence(left ?? [], left ?? [])).toBeUndefined()
  expect(firstFrameDivergence(left ?? [], later ?? [])).toEqual({ frame: 2, what: 'value' })
  expect(firstFrameDivergence(left ?? [], left?.slice(0, 2) ?? [])).toEqual({ frame: 2, what: 'end' })
})
