import { expect, test } from 'vitest'
import { inLanes } from './lanes.ts'

test('a few pieces of work are under way at once, and each is done once', async () => {
  let [open, most] = [0, 0]
  const done: number[] = []
  await inLanes([...Array(10).keys()], async (thing) => {
    open += 1
    most = Math.max(most, open)
    await Promise.resolve()
    done.push(thing)
    open -= 1
  })
  expect(most).toBe(4)
  expect(done.toSorted((one, other) => one - other)).toEqual([...Array(10).keys()])
})

test('a failure comes once all that was begun has ended', async () => {
  const ended: number[] = []
  const work = inLanes([1, 2, 3], async (thing) => {
    await Promise.resolve()
    if (thing === 1) throw new Error('one')
    await Promise.resolve()
    ended.push(thing)
  })
  await expect(work).rejects.toThrow('one')
  expect(ended).toEqual([2, 3])
})
