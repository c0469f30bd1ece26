import { expect, test } from 'vitest'
import type { PaymentOffer } from '#schemas'
import { feeOfAmount, safeReturn, stateTone } from './payment.selectors.ts'

const offer = (feeFixed: number, feePercent: number) => ({ feeFixed, feePercent }) as PaymentOffer

test('the fee on the page is that of the server: 1.00 and 2 % of 50.00 are 2.00, and half a cent counts up', () => {
  expect(feeOfAmount(offer(1, 2), 50, 2)).toBe(2)
  expect(feeOfAmount(offer(0, 1.5), 0.33, 2)).toBe(0)
  expect(feeOfAmount(offer(0, 2.5), 0.2, 2)).toBe(0.01)
  expect(feeOfAmount(offer(0, 2), 100, 0)).toBe(2)
})

test('PAY-17: only a path of this site is returned to', () => {
  expect(safeReturn('/en/live/1?coupon=2')).toBe('/en/live/1?coupon=2')
  for (const text of [
    null,
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/a b',
    'javascript:alert(1)',
  ])
    expect(safeReturn(text), String(text)).toBeNull()
})

test('a state that nobody has named yet counts as under way', () => {
  expect([stateTone('succeeded'), stateTone('failed'), stateTone('waiting')]).toEqual(['positive', 'negative', 'info'])
})
