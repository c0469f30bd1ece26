import { expect, test } from 'vitest'
import { sampleEntry } from '#machines/betting/coupon/coupon.contract.ts'
import { createCouponBridge } from './coupon-bridge.ts'

test('a press before the coupon is there asks for it, waits, and comes first', () => {
  const bridge = createCouponBridge()
  const taken: number[] = []
  let wishes = 0
  bridge.whenWished(() => {
    wishes += 1
  })
  bridge.press(sampleEntry(1))
  bridge.press(sampleEntry(2))
  expect([wishes, taken]).toEqual([2, []])
  const detach = bridge.attach(({ outcomeId }) => taken.push(outcomeId))
  bridge.press(sampleEntry(3))
  expect([wishes, taken]).toEqual([2, [1, 2, 3]])
  detach()
  expect(bridge.isThere()).toBe(false)
})

test('boards are told which outcomes are in the coupon', () => {
  const bridge = createCouponBridge()
  let calls = 0
  const stop = bridge.listen(() => {
    calls += 1
  })
  bridge.show({ count: 1, selected: new Set([70_001]) })
  expect([calls, bridge.isSelected(70_001), bridge.isSelected(70_002)]).toEqual([1, true, false])
  stop()
  bridge.open()
  expect([calls, bridge.glance().isOpen]).toEqual([1, true])
})
