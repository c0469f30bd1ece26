import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { newPlayer, PASSWORD, setUpAccounts } from '../account.test-support.ts'
import { candidatesOf, findLogin, parseLogin } from './sought-login.ts'

vi.setConfig({ testTimeout: 120_000 })

const WIDE = 0xfee0
const EMAIL = 'anna@mail.example'
const WAITING = 'waits@mail.example'
const PHONE = '+5511912345678'

/** Each letter of a text as it is, in the other case, or of full width. */
function spellings(text: string): fc.Arbitrary<string> {
  const letter = (plain: string) => {
    const forms = [plain, plain.toUpperCase(), plain.toLowerCase()]
    return fc.constantFrom(...forms, ...forms.map((form) => String.fromCharCode(form.charCodeAt(0) + WIDE)))
  }
  const padding = fc.constantFrom('', ' ', '\t', '\u3000', '\0')
  const padded = (body: fc.Arbitrary<string[]>) =>
    fc.tuple(padding, body, padding).map(([before, letters, after]) => before + letters.join('') + after)
  return padded(fc.tuple(...[...text].map(letter)))
}

/** A phone with whatever people write between its digits. */
function phoneSpellings(phone: string): fc.Arbitrary<string> {
  const between = fc.constantFrom('', ' ', '-', '(', ') ')
  return fc
    .tuple(...[...phone.slice(1)].map((digit) => between.map((mark) => mark + digit)))
    .chain((digits) => fc.constantFrom('+', '＋').map((plus) => plus + digits.join('')))
}

function numberSpellings(accountId: number): fc.Arbitrary<string> {
  return fc.nat({ max: 9 }).chain((zeros) => spellings(`${'0'.repeat(zeros)}${accountId}`))
}

test('SEC-13: every spelling of a login is read as the same login', () => {
  for (const [text, of] of [
    [EMAIL, spellings(EMAIL)],
    [PHONE, phoneSpellings(PHONE)],
    ['10204080', numberSpellings(10204080)],
  ] as const)
    fc.assert(
      fc.property(of, (spelling) => {
        expect(parseLogin(spelling)).toEqual(parseLogin(text))
      }),
    )
})

test('SEC-13: reading what was read changes nothing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.emailAddress(), spellings(EMAIL)), (text) => {
      const read = parseLogin(text)
      expect(parseLogin(read.value).value).toBe(read.value)
    }),
    { numRuns: 2000 },
  )
})

await describeOnQuickestEngine('SEC-13: logins of accounts', (database) => {
  test('two that find the same account share a budget, two of different accounts do not', async () => {
    const { accounts, visitor, lastSecrets } = setUpAccounts(database(), { brandId: 'sought' })
    const anna = await accounts.registerByEmail(visitor, newPlayer(), { email: EMAIL, password: PASSWORD })
    await accounts.activateByLink(visitor, lastSecrets().token)
    await accounts.sendPhoneCode(visitor, PHONE)
    await accounts.confirmPhone(visitor, PHONE, lastSecrets().code)
    const byPhone = await accounts.registerByPhone(visitor, newPlayer(), { phone: PHONE })
    // Two accounts wait for one address, and one for an address that has an owner.
    const waiting = [WAITING, WAITING, EMAIL]
    const ids = [anna.userId, byPhone.userId]
    for (const email of waiting)
      ids.push((await accounts.registerByEmail(visitor, newPlayer(), { email, password: PASSWORD })).userId)
    const logins = fc.oneof(
      spellings(EMAIL),
      spellings(WAITING),
      spellings('nobody@mail.example'),
      phoneSpellings(PHONE),
      ...[...ids, 90_000_000].map(numberSpellings),
    )
    const look = (text: string) =>
      forBrand(database().db, 'sought').transaction(async (tx) => {
        const { subject } = await findLogin(tx, parseLogin(text))
        const found = await candidatesOf(tx, parseLogin(text))
        return { subject, found: found.map(({ accountId }) => accountId) }
      })
    const subjects = new Map<string, Set<number>>()
    await fc.assert(
      fc.asyncProperty(logins, logins, async (left, right) => {
        const [one, other] = [await look(left), await look(right)]
        for (const { subject, found } of [one, other])
          subjects.set(subject, new Set([...(subjects.get(subject) ?? []), ...found]))
        if (one.found.some((accountId) => other.found.includes(accountId))) expect(one.subject).toBe(other.subject)
      }),
      { numRuns: 150 },
    )
    const [first, second, third, fourth, fifth] = ids
    expect([...subjects].map(([subject, found]) => [subject, [...found].sort()]).sort()).toEqual(
      [
        [`#${first}`, [first, fifth]],
        [`#${second}`, [second]],
        [`email:${WAITING}`, [third, fourth]],
        ['email:nobody@mail.example', []],
        ['#90000000', []],
      ].sort(),
    )
  })
})
