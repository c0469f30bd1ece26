import { describe, expect, test } from 'vitest'
import { DECLINE_REST_MS, devicePlatform, isRested } from './app-install.rules.ts'

const signs = (userAgent: string, touchPoints = 5, isAsia = false) => ({ userAgent, touchPoints, isAsia })

describe('the kind of a device', () => {
  test('APP-1: follows from what the browser calls itself', () => {
    expect(devicePlatform(signs('Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X)'))).toBe('ios')
    expect(devicePlatform(signs('Mozilla/5.0 (Linux; Android 15; Pixel 9)'))).toBe('android')
    expect(devicePlatform(signs('Mozilla/5.0 (Linux; Android 15; Pixel 9)', 5, true))).toBe('android_asia')
    expect(devicePlatform(signs('Mozilla/5.0 (Windows NT 10.0; Win64; x64)'))).toBe('other')
  })

  test('APP-1: an iPad calls itself a Mac, whose screen feels no fingers', () => {
    const name = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
    expect(devicePlatform(signs(name, 5))).toBe('ios')
    expect(devicePlatform(signs(name, 0))).toBe('other')
  })
})

test('APP-4: the offer rests for thirty days after it was declined, whatever the clock says', () => {
  const now = 1_772_323_200_000
  expect(isRested(null, now)).toBe(true)
  expect(isRested(now - DECLINE_REST_MS + 1, now)).toBe(false)
  expect(isRested(now - DECLINE_REST_MS, now)).toBe(true)
  expect(isRested(now + 1, now)).toBe(true)
})
