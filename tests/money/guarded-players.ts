import { LICENCE_PACKS } from '#machines/site/licence/licence-packs.ts'
import type { Demand, LicenceId } from '#machines/site/licence/licence-rule.ts'
import type { BrandDoor } from '#server/db/for-brand.ts'
import { keepMarks, marksOf, personOf } from '#server/protection/exclusion/person-marks.ts'
import { keepAnswer, type RegisterOutcome } from '#server/protection/exclusion/register-answers.ts'
import type { LimitSections } from '#server/protection/limits/limit-guard.ts'
import { keepAct } from '#server/protection/protection-acts.ts'
import { baseSection } from '#server/site/base-section.ts'

/** How long the players of these tests have been signed in. */
export const SIGNED_IN_MS = 3_600_000
const ZONES: Readonly<Record<LicenceId, string>> = {
  ...{ neutral: 'Etc/UTC', gb: 'Europe/London', se: 'Europe/Stockholm', nl: 'Europe/Amsterdam' },
  ...{ de: 'Europe/Berlin', br: 'America/Sao_Paulo', mt: 'Europe/Malta' },
}

/** The protection of a brand that keeps a licence pack and is no stricter than it asks. */
export function sectionsOf(pack: LicenceId): LimitSections {
  const responsible: Record<string, unknown> = structuredClone(baseSection('responsible')) as never
  // Which no deposit and no limit of these tests reaches where the licence asks for nothing, and less where it does.
  responsible.vulnerabilityNetDepositMinor = 1_000_000
  responsible.contactAboveMinor = 1_000_000
  responsible.contactAboveYoungMinor = 1_000_000
  // Whether the file of all operators counts a deposit is asked in operators-file.test.ts.
  for (const { settings = [] } of LICENCE_PACKS[pack].clauses)
    for (const { section, key, demand } of settings)
      if (section === 'responsible' && key !== 'operatorsFile') responsible[key] = justKept(responsible[key], demand)
  return {
    global: { ...baseSection('global'), timeZone: ZONES[pack] },
    responsible: responsible as unknown as LimitSections['responsible'],
  }
}

/** A value changed no more than a demand asks. */
function justKept(value: unknown, demand: Demand): unknown {
  const list = value as (string | number)[]
  switch (demand.kind) {
    case 'at_least':
      return Math.max(Number(value), demand.value)
    case 'at_most':
      return Math.min(Number(value), demand.value)
    case 'is':
      return demand.value
    case 'has':
      return [...new Set([...list, ...demand.values])]
    case 'each_at_least':
      return list.filter((one) => Number(one) >= demand.value)
    case 'each_at_most':
      return list.filter((one) => Number(one) <= demand.value)
    case 'names':
      return { ...(value as object), [demand.id]: { url: 'https://register.invalid/ask', countries: [] } }
    case 'is_set':
      return value ?? 'medium'
    case 'helps_in':
      return value
  }
}

/** Gives an account what the guard asks of a player: agreed terms, a name, clear answers of the registers of the licence, and a session
 *  that has lasted for an hour. */
export async function makePlayer(
  door: BrandDoor,
  accountId: number,
  { responsible, now }: { readonly responsible: LimitSections['responsible']; readonly now: Date },
): Promise<void> {
  await door.transaction(async (tx) => {
    const consents = JSON.stringify({ 'agree-policy': { version: '1', acceptedAt: now.toISOString() } })
    const fields = JSON.stringify({ name: 'Ada', surname: `Player ${accountId}` })
    await tx
      .insert('profile', {
        ...{ account_id: accountId, country: 'gb', language: 'en', birthday: '1990-02-03' },
        ...{ fields, consents, updated_at: now },
      })
      .execute()
    const session = { session_id: `s-${accountId}`, token_hash: `t-${accountId}`, device: '', place: '' }
    await tx
      .insert('session', {
        ...{ account_id: accountId, ...session, ended_at: null, last_seen_at: now },
        created_at: new Date(now.getTime() - SIGNED_IN_MS),
        expires_at: new Date(now.getTime() + 365 * 86_400_000),
      })
      .execute()
  })
  for (const register of Object.keys(responsible.registers))
    await answerOfRegister(door, accountId, { register, outcome: { kind: 'clear' }, now })
  await meetDemands(door, accountId, { responsible, now })
}

/** That a player is identified and knows how far their funds are protected, where the brand asks for it. */
async function meetDemands(
  door: BrandDoor,
  accountId: number,
  { responsible, now }: { readonly responsible: LimitSections['responsible']; readonly now: Date },
): Promise<void> {
  const { isIdentityNeeded, fundsProtection: protection } = responsible
  await door.transaction(async (tx) => {
    const row = {
      account_id: accountId,
      state: 'verified',
      changed_at: now,
      document_type: null,
      fields: null,
    } as const
    if (isIdentityNeeded) await tx.insert('identification', row).execute()
    const act = { accountId, kind: 'funds_acknowledged', configuration: 'c0ffee', now } as const
    if (protection !== undefined) await keepAct(tx, { ...act, detail: { protection } })
  })
}

/** Keeps what a register says of a player. */
export async function answerOfRegister(
  door: BrandDoor,
  accountId: number,
  answer: { readonly register: string; readonly outcome: RegisterOutcome; readonly now: Date },
): Promise<void> {
  await door.transaction(async (tx) => {
    const person = await personOf(tx, accountId)
    const mark = person && marksOf(person).person
    if (!person || !mark) throw new Error(`player ${accountId} has no name`)
    await keepMarks(tx, accountId, person)
    await keepAnswer(tx, { ...answer, mark })
  })
}
