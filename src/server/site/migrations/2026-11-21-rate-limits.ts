import { isJsonObject, type JsonObject, type JsonValue } from '#machines/site/merge-patch.rules.ts'
import type { MigratedDocument } from './migrated-document.ts'

const DAY_MS = 86_400_000

/** Key of version 1 → the limits of version 2 that hold its numbers. What version 1 promised for `passwordReset` and `bet`
 *  was never kept: a new password is a code that is sent, and bets have no budget yet. */
const TARGETS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  login: [
    ['sign_in', 'account', 'short'],
    ['sign_in', 'device', 'short'],
  ],
  registration: [['registration', 'device', 'short']],
  sms: [['code_sending', 'account', 'long']],
  mail: [['code_sending', 'account', 'long']],
  passwordReset: [],
  bet: [],
}

/** Version 1 → 2: `auth.rateLimits` names calls, what their attempts are counted by, and windows. */
export function migrateRateLimits(document: JsonObject, path: string): MigratedDocument {
  const old = document.rateLimits
  if (path !== 'config/auth.json' || !isJsonObject(old)) return { document, origins: new Map() }
  const origins = new Map<string, string>()
  const moved = Object.keys(old).filter((key) => Object.hasOwn(TARGETS, key) && !isNew(old[key]))
  let limits = Object.fromEntries(Object.entries(old).filter(([key]) => !moved.includes(key))) as JsonObject
  for (const key of withoutLaxer(moved, old)) {
    for (const target of TARGETS[key] ?? []) {
      limits = put(limits, target, old[key] as JsonValue)
      origins.set(`/rateLimits/${target.join('/')}`, `/rateLimits/${key}`)
    }
  }
  return { document: { ...document, rateLimits: limits }, origins }
}

/** Whether a budget has the form of version 2: `registration` is a key of both. */
function isNew(budget: JsonValue | undefined): boolean {
  return isJsonObject(budget) && ['ip', 'account', 'device'].some((subject) => Object.hasOwn(budget, subject))
}

/** Messages by phone and by mail share one budget now: the stricter of two that are written counts. */
function withoutLaxer(keys: readonly string[], limits: JsonObject): readonly string[] {
  if (!keys.includes('sms') || !keys.includes('mail')) return keys
  const laxer = rateOf(limits.sms, 5) <= rateOf(limits.mail, 10) ? 'mail' : 'sms'
  return keys.filter((key) => key !== laxer)
}

/** Attempts a millisecond, with the defaults of version 1. */
function rateOf(limit: JsonValue | undefined, attempts: number): number {
  const written = isJsonObject(limit) ? limit : {}
  return Number(written.attempts ?? attempts) / Number(written.windowMs ?? DAY_MS)
}

function put(into: JsonObject, [key = '', ...rest]: readonly string[], value: JsonValue): JsonObject {
  const inside = into[key]
  return { ...into, [key]: rest.length > 0 ? put(isJsonObject(inside) ? inside : {}, rest, value) : value }
}
