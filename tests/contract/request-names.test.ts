import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CALLS } from '#calls/catalogue.ts'

/** The names that the specification gives to what account requests carry, as they travel. */
const NAMES = [
  ...['userId', 'profile_id', 'login', 'email', 'phone', 'phone_number', 'country_code', 'password', 'old_password'],
  ...['password_confirmation', 'end_other_sessions', 'session_id', 'sessions_quantity', 'sms_code', 'confirm_code'],
  ...['app_code', 'is_send_sms_to_apps', 'auth_by_email', 'auth_id', 'auth_token', 'personal_code'],
  ...['verification_type', 'question', 'question_id', 'answer', 'answer_repeat', 'user_answer', 'bonus_id'],
  ...[
    'currency_id',
    'transfer_amount',
    'referral_user_id',
    'ref_code',
    'first_bonus_id',
    'photo',
    'comment',
    'username',
  ],
]

const schemas = new URL('../../schemas/', import.meta.url)

/** The property names of a schema and of all that it refers to. */
function namesIn(file: URL, known = new Set<string>()): string[] {
  if (known.has(file.href)) return []
  known.add(file.href)
  const names: string[] = []
  JSON.parse(readFileSync(file, 'utf8'), (key, value: unknown) => {
    if (key === 'properties') names.push(...Object.keys(value as object))
    if (key === '$ref' && !String(value).startsWith('#')) names.push(...namesIn(new URL(String(value), file), known))
    return value
  })
  return names
}

test('requests carry the names of the specification, except those of what is not built', () => {
  const requests = CALLS.flatMap(({ body, query, form }) =>
    [body, query, form?.fields].filter((name) => name !== undefined),
  )
  const names = new Set(requests.flatMap((name) => namesIn(new URL(`${name}.schema.json`, schemas))))
  expect(names.size).toBeGreaterThan(50)
  expect(NAMES.filter((name) => !names.has(name))).toEqual([
    ...['profile_id', 'sessions_quantity', 'auth_token', 'personal_code', 'verification_type'],
    ...['ref_code', 'first_bonus_id', 'photo', 'comment', 'username'],
  ])
})
