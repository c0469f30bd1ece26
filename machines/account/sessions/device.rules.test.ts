import { expect, test } from 'vitest'
import { readDevice } from './device.rules.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`, 'Chrome', 'Windows', false],
  [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge', 'Windows', false],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/139.0.0.0 Safari/537.36 OPR/122.0.0.0`, 'Opera', 'Linux', false],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`, 'Chrome', 'ChromeOS', false],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux', false],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/140.0.0.0 Safari/537.36`, 'Chrome', 'Linux', false],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari',
    'macOS',
    false,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari',
    'iOS',
    true,
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
    'Chrome',
    'iPadOS',
    true,
  ],
  [
    `Mozilla/5.0 (Linux; Android 15; K) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet',
    'Android',
    true,
  ],
  [
    `Mozilla/5.0 (Linux; Android 15; K) ${WEBKIT} Chrome/140.0.0.0 YaBrowser/25.8 Safari/537.36`,
    'Yandex Browser',
    'Android',
    true,
  ],
  ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox', 'Android', true],
  ['curl/8.5.0', null, null, false],
  ['', null, null, false],
])('%s', (userAgent, browser, system, isMobile) => {
  expect(readDevice(userAgent)).toEqual({ browser, system, isMobile })
})

test('a user agent of any length is read at once', () => {
  const begin = performance.now()
  readDevice(`Version/1 ${'Version/1.1 '.repeat(20_000)}`)
  expect(performance.now() - begin).toBeLessThan(500)
})
