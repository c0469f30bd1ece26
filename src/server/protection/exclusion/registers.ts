import type { Kysely } from 'kysely'
import type { RegisterAnswer, RegisterQuery, ResponsibleConfig } from '#schemas'
import { isRegisterAnswer } from '#schemas/generated/validators/protection.js'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import type { Database } from '#server/db/tables/tables.ts'
import { askAdapter } from '../adapter-call.ts'
import { ActivityUnasked } from '../operators/player-activity.ts'
import { marksOf } from './person-marks.ts'
import { ANSWER_MS, keepAnswer, type RegisterOutcome, RegistersUnasked } from './register-answers.ts'

/** What asking registers needs of others. */
export interface RegistersPorts {
  readonly db: Kysely<Database>
  readonly clock: () => Date
  readonly responsible: (brandId: string) => Promise<ResponsibleConfig>
  /** Reads a secret that a brand names. */
  readonly secretOf: (variable: string) => string | undefined
  readonly fetch: typeof fetch
  /** Says why a register did not answer, without anything of the person. */
  readonly warn: (fields: { readonly register: string; readonly fault: string }) => void
}

/** Asks the registers of excluded persons that have not been asked of somebody, and keeps what they say. */
export type AskRegisters = (brandId: string, unasked: RegistersUnasked) => Promise<void>

/** Joins the registers of each brand: `POST {url}` takes a person and answers whether the register has them (RG-15). An answer that is late,
 *  has another status than 200 or another shape counts as silence. */
export function createRegisters(ports: RegistersPorts): AskRegisters {
  return async (brandId, { person, registers }) => {
    const { person: mark } = marksOf(person)
    if (mark === undefined) return
    const settings = await ports.responsible(brandId)
    const outcomes = await Promise.all(
      registers.map(async (register) => {
        const { name, surname, birthday, country, email, phone } = person
        const query = { register, name, surname, birthday: birthday ?? '', country: country ?? '', email, phone }
        return { register, outcome: await ask(ports, settings, query) }
      }),
    )
    await forBrand(ports.db, brandId).transaction(async (tx) => {
      const now = ports.clock()
      for (const { register, outcome } of outcomes) await keepAnswer(tx, { register, mark, outcome, now })
    })
  }
}

async function ask(ports: RegistersPorts, settings: ResponsibleConfig, query: RegisterQuery): Promise<RegisterOutcome> {
  const { register } = query
  try {
    const { isExcluded, until } = await answerOf(ports, settings, query)
    if (!isExcluded) return { kind: 'clear' }
    const aDayLater = ports.clock().getTime() + ANSWER_MS
    return { kind: 'excluded', endsAt: new Date(until ? Math.max(Date.parse(until), aDayLater) : aDayLater) }
  } catch (error) {
    ports.warn({ register, fault: error instanceof Error ? error.message : String(error) })
    return { kind: 'silent' }
  }
}

async function answerOf(
  { secretOf, fetch }: RegistersPorts,
  { registers, registerApiKeys }: ResponsibleConfig,
  query: RegisterQuery,
): Promise<RegisterAnswer> {
  const settings = registers[query.register]
  if (!settings) throw new Error('it is not in the configuration any more')
  const adapter = { url: settings.url, variable: registerApiKeys[query.register], secretOf, fetch }
  const answer = await askAdapter(adapter, query)
  if (!isRegisterAnswer(answer)) throw new Error('its answer is none')
  return answer
}

/** Who can be asked about somebody outside of transactions. */
export interface Asking {
  readonly registers: AskRegisters
  /** Tells the file of all operators that somebody begins to play here. */
  readonly enter: (brandId: string, unasked: ActivityUnasked) => Promise<void>
}

/** Runs transactions that admit somebody: where registers or the file of all operators have to be asked first, what was done is undone, they are
 *  asked, each once, and all is done again. */
export function createAdmitting(db: Kysely<Database>, { registers, enter }: Asking) {
  return async <Result>(brandId: string, work: (tx: BrandTransaction) => Promise<Result>): Promise<Result> => {
    const door = forBrand(db, brandId)
    const asked = new Set<string>()
    for (;;) {
      try {
        return await door.transaction(work)
      } catch (error) {
        const isUnasked = error instanceof RegistersUnasked || error instanceof ActivityUnasked
        if (!isUnasked || asked.has(error.name)) throw error
        asked.add(error.name)
        await (error instanceof RegistersUnasked ? registers(brandId, error) : enter(brandId, error))
      }
    }
  }
}
