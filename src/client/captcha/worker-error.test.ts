import { expect, test } from 'vitest'
import { workerError } from './worker-error.ts'

test('ERR-13: a worker error without its own text is told as "worker error", one with a text by it', () => {
  expect(workerError(new Event('error') as ErrorEvent).message).toBe('worker error')
  expect(workerError({ message: '' }).message).toBe('worker error')
  expect(workerError({ message: 'Uncaught RangeError: too much' }).message).toBe('Uncaught RangeError: too much')
})
