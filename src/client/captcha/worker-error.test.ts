import { expect, test } from 'vitest'
import { workerError } from './worker-error.ts'

test('ERR-13: a worker error without a text of its own is reported as "worker error", any other by its text', () => {
  expect(workerError(new Event('error') as ErrorEvent).message).toBe('worker error')
  expect(workerError({ message: '' }).message).toBe('worker error')
  expect(workerError({ message: 'Uncaught RangeError: too much' }).message).toBe('Uncaught RangeError: too much')
})
