import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LinkedList } from '#machines/forms/kinds/linked-options.rules.ts'
import type { FieldOption } from '#schemas'
import { listsOf, OptionLists } from './option-lists.ts'

const regionsOf = (of: string): LinkedList => ({ source: 'regions', of })
const named = (of: string): FieldOption[] => [{ id: `${of}.1`, name: `Region of ${of}` }]

/** A server that answers when it is told to. */
function slowServer() {
  const open: { readonly of: string; readonly answer: () => void; readonly fail: () => void }[] = []
  const port = ({ of }: LinkedList) =>
    new Promise<readonly FieldOption[]>((resolve, reject) => {
      open.push({ of, answer: () => resolve(named(of)), fail: () => reject(new Error('offline')) })
    })
  return { port, open, lists: new OptionLists(port) }
}

test('OFF-25: a list is asked for once while it is on its way and once it is here', async () => {
  const { lists, open } = slowServer()
  const asking = [lists.ask(regionsOf('12')), lists.ask(regionsOf('12'))]
  expect(lists.now(regionsOf('12'))).toEqual({ state: 'loading' })
  open[0]?.answer()
  await Promise.all(asking)
  await lists.ask(regionsOf('12'))
  expect(open.map(({ of }) => of)).toEqual(['12'])
  expect(lists.now(regionsOf('12'))).toEqual({ state: 'ready', options: named('12') })
  expect(lists.now(regionsOf('12'))).toBe(lists.now(regionsOf('12')))
})

test('OFF-25: a list that failed can be asked for again', async () => {
  const { lists, open } = slowServer()
  const first = lists.ask(regionsOf('12'))
  open[0]?.fail()
  await first
  expect(lists.now(regionsOf('12'))).toEqual({ state: 'failed' })
  const second = lists.ask(regionsOf('12'))
  expect(lists.now(regionsOf('12'))).toEqual({ state: 'loading' })
  open[1]?.answer()
  await second
  expect(lists.now(regionsOf('12'))).toMatchObject({ state: 'ready' })
})

test('OFF-25: in whatever order lists arrive, each ends up under the answer it belongs to', async () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 291 }).map(String), { minLength: 2, maxLength: 8 })
  const order = ids.chain((asked) =>
    fc.record({ asked: fc.constant(asked), answered: fc.shuffledSubarray(asked, { minLength: 1 }) }),
  )
  await fc.assert(
    fc.asyncProperty(order, async ({ asked, answered }) => {
      const { lists, open } = slowServer()
      for (const of of asked) void lists.ask(regionsOf(of))
      for (const of of answered) open.find((request) => request.of === of)?.answer()
      await new Promise((resolve) => setImmediate(resolve))
      for (const of of asked) {
        const expected = answered.includes(of) ? { state: 'ready', options: named(of) } : { state: 'loading' }
        expect(lists.now(regionsOf(of))).toEqual(expected)
      }
    }),
    { numRuns: 50 },
  )
})

test('those who watch a list hear of it alone, until they stop', async () => {
  const { lists, open } = slowServer()
  const heard: string[] = []
  const stop = lists.watch(regionsOf('12'), () => heard.push(lists.now(regionsOf('12')).state))
  lists.watch({ source: 'cities', of: '12' }, () => heard.push('cities'))
  const asking = lists.ask(regionsOf('12'))
  open[0]?.answer()
  await asking
  expect(heard).toEqual(['loading', 'ready'])
  stop()
  void lists.ask(regionsOf('13'))
  expect(heard).toHaveLength(2)
})

test('the lists of one port are the same wherever they are asked for', () => {
  const { port } = slowServer()
  expect(listsOf(port)).toBe(listsOf(port))
  expect(listsOf(port)).not.toBe(listsOf(slowServer().port))
})
