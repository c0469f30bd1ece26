import { randomBytes, randomInt } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { captchaConfig, captchaUnderTest, captchaVisitor, solvedToken } from './captcha.test-support.ts'
import { createMemoryChallengeStore } from './challenge-store.ts'
import { INSTEAD_OF_PUZZLE } from './own-challenges.ts'

/** Forged and replayed tokens of the fuzz; the whole number is asked for by the environment. */
const FUZZED = Number(process.env.LIVERY_CAPTCHA_FUZZ ?? 2000)
const LIFETIME_MS = captchaConfig().challengeLifetimeMs

async function solved(set = captchaUnderTest(), visitor = captchaVisitor()) {
  const token = await solvedToken(await set.captcha.challenge(visitor, 'registration'))
  return { ...set, visitor, token }
}

describe('CAP-15: a guarded action', () => {
  test('is let through once with a token, and asks for one without', async () => {
    const { pass, visitor, token } = await solved()
    expect(await pass(visitor, 'registration', null)).toBe('captcha.required')
    expect(await pass(visitor, 'registration', '')).toBe('captcha.required')
    expect(await pass(visitor, 'registration', token)).toBe('let through')
    expect(await pass(visitor, 'registration', token)).toBe('captcha.spent')
  })

  test('refuses a token of another action, which is then spent', async () => {
    const { pass, visitor, token } = await solved()
    expect(await pass(visitor, 'sign_in', token)).toBe('captcha.invalid')
    expect(await pass(visitor, 'registration', token)).toBe('captcha.spent')
  })

  test.each([
    ['of another brand', { brandId: 'green' }],
    ['of another browser', { browser: 'browser of Bob' }],
    ['sent without a cookie', { browser: undefined }],
  ])('refuses a token %s', async (_what, other) => {
    const { pass, visitor, token } = await solved()
    expect(await pass({ ...visitor, ...other }, 'registration', token)).toBe('captcha.invalid')
  })

  test.each([
    [LIFETIME_MS - 1, 'let through'],
    [LIFETIME_MS, 'captcha.expired'],
    [LIFETIME_MS + 59_999, 'captcha.expired'],
    [LIFETIME_MS + 60_000, 'captcha.invalid'],
    [-86_400_000, 'let through'],
  ])('%i ms after the challenge, by the clock of the server alone: %s', async (ms, verdict) => {
    const { pass, visitor, token, wait } = await solved()
    wait(ms)
    expect(await pass(visitor, 'registration', token)).toBe(verdict)
  })

  test('refuses a work of which one thing was changed', async () => {
    const set = captchaUnderTest()
    const visitor = captchaVisitor()
    const fresh = async () => solvedToken(await set.captcha.challenge(visitor, 'registration'))
    const changes: readonly ((token: string) => string)[] = [
      (token) => token.replace(/\.(\d+)-/, (_, counter) => `.${Number(counter) + 1}-`),
      (token) => token.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      (token) => token.replace(/-[0-9a-f]+$/, `-${'0'.repeat(64)}`),
      (token) => token.replace(/\.(\d+)-/, '.99999999999-'),
      (token) => token.replace(/\.(\d+)-/, '.4294967296-'),
      (token) => token.split('.')[0] ?? '',
      (token) => `${token}.`,
      (token) => token.toUpperCase(),
    ]
    for (const change of changes) {
      expect(await set.pass(visitor, 'registration', change(await fresh())), String(change)).toBe('captcha.invalid')
    }
  })

  test('takes no solution of one challenge for another', async () => {
    const { captcha, pass, visitor, token } = await solved()
    const { id } = await captcha.challenge(visitor, 'registration')
    expect(await pass(visitor, 'registration', token.replace(/^[^.]+/, id))).toBe('captcha.invalid')
  })

  test('of 10,000 senders of one token at the same moment lets one through', async () => {
    const { pass, visitor, token } = await solved()
    const verdicts = await Promise.all(Array.from({ length: 10_000 }, () => pass(visitor, 'registration', token)))
    expect(verdicts.filter((verdict) => verdict === 'let through')).toHaveLength(1)
    expect(verdicts.filter((verdict) => verdict === 'captcha.spent')).toHaveLength(9999)
  })
})

test('CAP-15: forged and replayed tokens are refused, every one', async () => {
  const { captcha, pass, visitor, token } = await solved(captchaUnderTest({}, createMemoryChallengeStore(500_000)))
  await pass(visitor, 'registration', token)
  const open = await captcha.challenge(visitor, 'registration')
  const puzzle = await captcha.puzzle(visitor, 'registration')
  const [, key = ''] = token.split('-')
  const forgeries: readonly (() => Promise<string> | string)[] = [
    () => token,
    () => `${randomBytes(16).toString('base64url')}.${randomInt(1000)}-${key}`,
    () => randomBytes(randomInt(1, 200)).toString('latin1'),
    () => token.slice(0, randomInt(token.length)),
    () => JSON.stringify({ algorithm: 'PBKDF2/SHA-256', challenge: key, number: randomInt(1000), salt: 'a?expires=9' }),
    () => `${open.id}${'.'.repeat(randomInt(1, 4))}${randomInt(1000)}`,
    () => puzzle.id,
    async () => {
      const { id, challenge } = await captcha.challenge(visitor, 'registration')
      return `${id}.${randomInt(200)}-${challenge.parameters.keyPrefix.padEnd(64, '0')}`
    },
  ]
  let letThrough = 0
  for (let count = 0; count < FUZZED; count += 1) {
    const forged = await forgeries[count % forgeries.length]?.()
    if ((await pass(visitor, 'registration', forged ?? '')) === 'let through') letThrough += 1
  }
  expect(letThrough).toBe(0)
})

describe('an action that asks after failures', () => {
  const config = captchaConfig({
    guards: { registration: 'never', sign_in: 'after_failures', password_reset: 'never', code_sending: 'never' },
  })
  const visitor = captchaVisitor({ config })

  test('asks from the fourth failure of a browser on, and a success does not count', async () => {
    const { captcha, pass, wait } = captchaUnderTest()
    const attempt = (token: string | null, fails: boolean) =>
      captcha
        .guard(visitor, { action: 'sign_in', token }, () =>
          fails ? Promise.reject({ code: 'sign_in.wrong_credentials' }) : Promise.resolve('in'),
        )
        .catch(({ code }: { code: string }) => code)
    for (let count = 0; count < 10; count += 1) expect(await attempt(null, false)).toBe('in')
    for (let count = 0; count < 3; count += 1) expect(await attempt(null, true)).toBe('sign_in.wrong_credentials')
    expect(await attempt(null, false)).toBe('captcha.required')
    expect(await pass({ ...visitor, browser: 'browser of Bob' }, 'sign_in', null)).toBe('let through')
    const token = await solvedToken(await captcha.challenge(visitor, 'sign_in'))
    expect(await attempt(token, true)).toBe('sign_in.wrong_credentials')
    expect(await attempt(token, false)).toBe('captcha.spent')
    wait(config.failureWindowMs)
    expect(await attempt(null, false)).toBe('in')
  })
})

describe('a captcha that is not asked for', () => {
  test.each(['google', 'hunt', 'puzzle', 'hcaptcha', 'custom'] as const)(
    'CAP-8: the force-disable flag lets everybody through with the type %s',
    async (type) => {
      const { pass } = captchaUnderTest()
      const config = captchaConfig({ type, isForceDisabled: true })
      expect(await pass(captchaVisitor({ config }), 'registration', null)).toBe('let through')
    },
  )

  test('CAP-2: the type disabled lets everybody through without a token', async () => {
    const visitor = captchaVisitor({ config: captchaConfig({ type: 'disabled' }) })
    expect(await captchaUnderTest().pass(visitor, 'registration', null)).toBe('let through')
  })
})

describe('CAP-12: the puzzle', () => {
  const visitor = captchaVisitor({ config: captchaConfig({ type: 'puzzle' }) })

  /** What a player sees: the angle is not in the answer, so every angle is tried on a puzzle of its own. */
  async function answerAll() {
    const set = captchaUnderTest()
    const verdicts: string[] = []
    for (let degrees = 0; degrees < 360; degrees += 10) {
      const { id } = await set.captcha.puzzle(visitor, 'registration')
      const token = await set.captcha.answerPuzzle(visitor, { id, degrees }).then(
        (pass) => pass.token,
        ({ code }: { code: string }) => code,
      )
      verdicts.push(token)
    }
    return { ...set, verdicts }
  }

  test('is passed by few of many guesses, and its pass is good once', async () => {
    const { pass, verdicts } = await answerAll()
    const passes = verdicts.filter((verdict) => !verdict.startsWith('captcha.'))
    expect(verdicts.filter((verdict) => verdict === 'captcha.failed').length).toBeGreaterThan(25)
    for (const token of passes) {
      expect(await pass(visitor, 'registration', token)).toBe('let through')
      expect(await pass(visitor, 'registration', token)).toBe('captcha.spent')
    }
  })

  test('is answered once, by the browser that got it, and its name is no pass', async () => {
    const { captcha, pass } = captchaUnderTest()
    const answer = (who: typeof visitor, id: string) =>
      captcha.answerPuzzle(who, { id, degrees: 0 }).catch(({ code }: { code: string }) => code)
    const first = await captcha.puzzle(visitor, 'registration')
    expect(await answer(visitor, first.id)).toBe('captcha.failed')
    expect(await answer(visitor, first.id)).toBe('captcha.spent')
    const second = await captcha.puzzle(visitor, 'registration')
    expect(await answer({ ...visitor, browser: 'other' }, second.id)).toBe('captcha.invalid')
    const third = await captcha.puzzle(visitor, 'registration')
    expect(await pass(visitor, 'registration', third.id)).toBe('captcha.invalid')
  })

  test('tells nowhere by how much the disc is turned: two drawings share no text but the frame', async () => {
    const { captcha } = captchaUnderTest()
    const { picture, disc } = await captcha.puzzle(visitor, 'registration')
    expect(disc).not.toMatch(/transform|rotate/)
    const points = (svg: string) => new Set(svg.match(/-?\d+\.\d -?\d+\.\d/g))
    const shared = [...points(picture)].filter((point) => points(disc).has(point))
    expect(shared.length).toBeLessThan(5)
  })

  test('A11Y-3: lets those who cannot see it do more work instead', async () => {
    const { captcha, pass } = captchaUnderTest()
    const token = await solvedToken(await captcha.challenge(visitor, 'registration'))
    expect(Number(/\.(\d+)-/.exec(token)?.[1])).toBeGreaterThanOrEqual(200 * INSTEAD_OF_PUZZLE)
    expect(await pass(visitor, 'registration', token)).toBe('let through')
  })
})

test('SEC-6: one address gets so many challenges a minute', async () => {
  const { captcha, wait } = captchaUnderTest()
  const visitor = captchaVisitor({ config: captchaConfig({ challengesPerMinute: 2 }) })
  await captcha.challenge(visitor, 'registration')
  await captcha.puzzle(visitor, 'registration')
  await expect(captcha.challenge(visitor, 'registration')).rejects.toMatchObject({
    code: 'rate.limited',
    retryAfterSeconds: 60,
  })
  await captcha.challenge({ ...visitor, address: '10.0.0.2' }, 'registration')
  wait(60_000)
  await captcha.challenge(visitor, 'registration')
})
