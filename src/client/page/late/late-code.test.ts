import { beforeEach, expect, test } from 'vitest'
import { CodeMissing, fetchCode, fetchTwice, missingCode } from './late-code.ts'

beforeEach(missingCode.forget)

test('code that could not be fetched is noted until a later attempt brings it', async () => {
  let isThere = false
  const load = async () => {
    if (!isThere) throw new TypeError('Failed to fetch')
    return { Part: 'there' }
  }
  const heard: boolean[] = []
  const stop = missingCode.listen(() => heard.push(missingCode.isAny()))
  await expect(fetchCode(load, 'Part')).rejects.toThrow(CodeMissing)
  await expect(fetchCode(load, 'Part')).rejects.toThrow(CodeMissing)
  expect(missingCode.isAny()).toBe(true)
  isThere = true
  expect(await fetchCode(load, 'Part')).toEqual({ Part: 'there' })
  expect(missingCode.isAny()).toBe(false)
  stop()
  expect(heard).toEqual([true, true, false])
})

test('a visitor who does without hears again of something else that is missing', async () => {
  const gone = (name: string) => fetchCode(() => Promise.reject(new Error(name)), 'name').catch(() => undefined)
  await gone('one')
  missingCode.forget()
  expect(missingCode.isAny()).toBe(false)
  await gone('another')
  expect(missingCode.isAny()).toBe(true)
})

test('who says itself that a screen is missing leaves no note', async () => {
  const load = () => Promise.reject(new Error('gone'))
  await expect(fetchTwice(load, () => true)).rejects.toThrow(CodeMissing)
  expect(missingCode.isAny()).toBe(false)
})
