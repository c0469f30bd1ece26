import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sideBySide } from './side-by-side.ts'

test('acts on every item once, and never on more at a time than it may', async () => {
  const done: number[] = []
  let now = 0
  let most = 0
  await sideBySide([5, 1, 4, 2, 3, 0], 3, async (item) => {
    now += 1
    most = Math.max(most, now)
    await pause(item)
    done.push(item)
    now -= 1
  })
  expect(done.toSorted()).toEqual([0, 1, 2, 3, 4, 5])
  expect(most).toBe(3)
})

test('a failure begins no other item, waits for what is under way and is thrown', async () => {
  const done: number[] = []
  const act = async (item: number) => {
    if (item === 1) throw new Error('the first one fails')
    await pause(5)
    done.push(item)
  }
  await expect(sideBySide([1, 2, 3, 4], 2, act)).rejects.toThrow('the first one fails')
  expect(done).toEqual([2])
})
