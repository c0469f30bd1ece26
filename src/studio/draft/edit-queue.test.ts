import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StudioEdit } from '#schemas'
import { coalesced, createEditQueue, GATHER_MS, type SavingState } from './edit-queue.ts'
import { writeEdit } from './own-documents.ts'

const edit = (pointer: string, value?: unknown): StudioEdit => ({
  path: 'a.json',
  pointer,
  ...(value === undefined ? {} : { value }),
})

function bench(answers: readonly ('ok' | 'offline' | 'refused')[] = []) {
  const sent: (readonly StudioEdit[])[] = []
  const states: SavingState[] = []
  const refused: unknown[] = []
  const timers: { readonly work: () => void; readonly delayMs: number }[] = []
  const queue = createEditQueue({
    send: async (edits) => {
      sent.push(edits)
      const answer = answers[sent.length - 1] ?? 'ok'
      if (answer !== 'ok') throw new Error(answer)
    },
    isOffline: (error) => (error as Error).message === 'offline',
    onRefused: (_error, edits) => refused.push(edits),
    onState: (state) => states.push(state),
    later: (work, delayMs) => timers.push({ work, delayMs }),
  })
  const tick = async () => {
    const due = timers.splice(0)
    for (const { work } of due) work()
    await new Promise((resolve) => setImmediate(resolve))
    return due.map(({ delayMs }) => delayMs)
  }
  return { queue, sent, states, refused, tick }
}

test('typing gathers and is sent once, with the last value', async () => {
  const { queue, sent, states, tick } = bench()
  for (const text of ['N', 'No', 'Nor']) queue.push([edit('/name', text)])
  expect(queue.pending()).toEqual([edit('/name', 'Nor')])
  expect(await tick()).toEqual([GATHER_MS])
  expect(sent).toEqual([[edit('/name', 'Nor')]])
  expect(states.at(-1)).toBe('saved')
  expect(queue.pending()).toEqual([])
})

test('while the server does not answer, edits wait, and nothing is lost or sent out of order', async () => {
  const { queue, sent, states, tick } = bench(['offline', 'offline', 'ok'])
  queue.push([edit('/a', 1)])
  await tick()
  expect(states.at(-1)).toBe('offline')
  queue.push([edit('/b', 2), edit('/a', 3)])
  expect(await tick()).toEqual([500])
  expect(await tick()).toEqual([1000])
  expect(sent.at(-1)).toEqual([edit('/b', 2), edit('/a', 3)])
  expect(states.at(-1)).toBe('saved')
})

test('edits that the server refuses are dropped and reported; later ones are sent', async () => {
  const { queue, sent, refused, states, tick } = bench(['refused', 'ok'])
  queue.push([edit('/a', 1)])
  await tick()
  expect(refused).toEqual([[edit('/a', 1)]])
  expect(states.at(-1)).toBe('refused')
  queue.push([edit('/a', 2)])
  await tick()
  expect(sent.at(-1)).toEqual([edit('/a', 2)])
  expect(states.at(-1)).toBe('saved')
})

test('leaving out earlier edits of a place changes nothing of the result', () => {
  const key = fc.constantFrom('a', 'b', 'c')
  const some = fc.record(
    {
      path: fc.constant('x'),
      pointer: fc.array(key, { minLength: 1, maxLength: 3 }).map((keys) => `/${keys.join('/')}`),
      value: fc.oneof(fc.integer(), fc.constant({ a: 1 })),
    },
    { requiredKeys: ['path', 'pointer', 'value'] },
  )
  fc.assert(
    fc.property(fc.array(some, { maxLength: 12 }), (edits) => {
      const [all, few]: [Record<string, unknown>, Record<string, unknown>] = [{ x: {} }, { x: {} }]
      for (const one of structuredClone(edits)) writeEdit(all, one)
      for (const one of structuredClone(coalesced(edits))) writeEdit(few, one)
      expect(few).toEqual(all)
    }),
  )
})
