import { readFileSync } from 'node:fs'
import type { AuthConfig } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import type { OpenDatabase } from '#server/db/open-database.ts'
import { createMemoryBudgetStore } from '#server/guard/budget-store.ts'
import { createGuard } from '#server/guard/guard.service.ts'
import type { Visitor } from '#server/guard/visitor.ts'
import { createAccountService } from './account.service.ts'
import type { AccountMessage, AccountPolicy, AccountPorts } from './account-ports.ts'
import { newKeyRing } from './secrets/key-ring.ts'
import { createPasswords, type Passwords } from './secrets/passwords.ts'
import { createSecretBox } from './secrets/secret-box.ts'
import type { NewPlayer } from './sign-in/register.ts'

export const DAY_MS = 86_400_000

/** An account service over a test's database, with a clock that stands, cheap hashes and a box of what was to be sent. */
export function setUpAccounts(
  { db }: OpenDatabase,
  options: {
    brandId: string
    passwords?: Passwords
    isGuarded?: boolean
    enqueue?: AccountPorts['enqueue']
    policy?: Partial<AccountPolicy>
  },
) {
  let nowMs = Date.parse('2026-03-01T12:00:00Z')
  const clock = () => new Date(nowMs)
  const messages: AccountMessage[] = []
  const guard = createGuard({ store: createMemoryBudgetStore(), clock, limits: async () => AUTH.rateLimits })
  const giveBack = async () => undefined
  const free = { take: giveBack, count: async () => ({ beyond: 0, giveBack }), left: async () => 4, giveBack }
  const accounts = createAccountService({
    db,
    clock,
    passwords: options.passwords ?? createPasswords({ memoryKib: 8, passes: 1, concurrency: 4, maxWaiting: 256 }),
    guard: options.isGuarded ? guard : free,
    secretBox: createSecretBox(newKeyRing()),
    enqueue: async (tx, message) => {
      checkTexts(message)
      await options.enqueue?.(tx, message)
      tx.afterCommit(() => messages.push(message))
    },
    admit: async () => undefined,
    admitting: (brandId, work) => forBrand(db, brandId).transaction(work),
    policy: async () => ({
      sessionIdleMs: DAY_MS / 2,
      passwordMinLength: 8,
      passwordMaxLength: 128,
      passwordResetLifetimeMs: DAY_MS / 24,
      activationLifetimeMs: DAY_MS,
      sessionAbsoluteMs: 7 * DAY_MS,
      rememberedSessionMs: 30 * DAY_MS,
      codeLifetimeMs: 600_000,
      codeLength: 6,
      codeMaxAttempts: 5,
      codeResendMs: 60_000,
      secretQuestion: 'optional',
      ...options.policy,
    }),
    links: {
      activation: ({ origin }, token) => `${origin}/activate?token=${token}`,
      passwordReset: ({ origin }, token) => `${origin}/reset?token=${token}`,
      signIn: ({ origin }) => `${origin}/login`,
      emailProof: ({ origin }, token) => `${origin}/email?token=${token}`,
      emailUndo: ({ origin }, token) => `${origin}/undo?token=${token}`,
    },
  })
  const visitor: Visitor = {
    brandId: options.brandId,
    language: 'en',
    country: 'br',
    address: '10.0.0.1',
    device: 'Firefox',
    origin: 'https://red.example',
    browser: 'browser-of-the-test',
  }
  return {
    accounts,
    visitor,
    messages,
    /** The secrets of the latest message. */
    lastSecrets: () => {
      const { code = '', link = '' } = messages.at(-1)?.secrets ?? {}
      return { code, token: new URL(link || 'https://none.example').searchParams.get('token') ?? '' }
    },
    wait: (ms: number) => {
      nowMs += ms
    },
  }
}

/** A player who registers, with whatever a test wants to be different. */
export function newPlayer(more: Partial<NewPlayer> = {}): NewPlayer {
  return {
    registeredBy: 'full_reg',
    country: 'br',
    language: 'pt',
    birthday: '1990-02-28',
    currency: 'BRL',
    fields: { name: 'Anna' },
    consents: { 'agree-policy': '1' },
    names: ['Anna', 'Silva'],
    ...more,
  }
}

export const PASSWORD = 'correct horse battery'

const AUTH: AuthConfig = JSON.parse(
  readFileSync(new URL('../../../brands/_base/config/auth.json', import.meta.url), 'utf8'),
)
const TEXTS: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL('../../../brands/_base/locales/en/delivery.json', import.meta.url), 'utf8'),
)

/** @throws Error when a message has no text, or its text names something that the message does not give */
function checkTexts({ kind, template, params, secrets }: AccountMessage): void {
  const given = new Set(['brand', ...Object.keys(params), ...Object.keys(secrets ?? {})])
  for (const part of kind === 'sms' ? ['sms'] : ['subject', 'body']) {
    const text = TEXTS[`delivery.${template}_${part}`]
    if (text === undefined) throw new Error(`delivery.${template}_${part} has no text`)
    const missing = [...text.matchAll(/{{(\w+)}}/g)].find(([, name]) => !given.has(name ?? ''))
    if (missing) throw new Error(`delivery.${template}_${part} names ${missing[0]}, which is not given`)
  }
}
