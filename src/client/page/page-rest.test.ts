import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { pageAtRest, showsFirst } from './page-rest.ts'

describe('what is no part of the first load', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('comes after its rest when nothing is being shown', async () => {
    const act = vi.fn()
    void pageAtRest(300).then(act)
    await vi.advanceTimersByTimeAsync(299)
    expect(act).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(act).toHaveBeenCalledOnce()
  })

  test('waits for what is shown first, also for what that brings in turn', async () => {
    const act = vi.fn()
    const code = Promise.withResolvers<void>()
    const prices = Promise.withResolvers<void>()
    showsFirst(code.promise)
    void pageAtRest(300).then(act)
    await vi.advanceTimersByTimeAsync(2000)
    code.resolve()
    await vi.advanceTimersByTimeAsync(100)
    showsFirst(prices.promise)
    await vi.advanceTimersByTimeAsync(1000)
    expect(act).not.toHaveBeenCalled()
    prices.reject(new Error('no feed'))
    await vi.advanceTimersByTimeAsync(300)
    expect(act).toHaveBeenCalledOnce()
  })

  test('comes within seconds when what is shown first never comes', async () => {
    const act = vi.fn()
    showsFirst(new Promise(() => undefined))
    void pageAtRest(300).then(act)
    await vi.advanceTimersByTimeAsync(5300)
    expect(act).toHaveBeenCalledOnce()
  })
})
