import { AppError } from '#calls/app-error.ts'
import type { ResponsibleConfig } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { marksOf, type Person } from './person-marks.ts'

/** What a register said of a person: that they are in it, that they are not, or nothing. */
export type RegisterOutcome =
  | { readonly kind: 'excluded'; readonly endsAt: Date }
  | { readonly kind: 'clear' | 'silent' }

/** The keys of the configuration that say which registers are asked. */
export type RegisterSettings = Pick<ResponsibleConfig, 'registers' | 'isOpenWithoutRegister'>

/** How long an answer holds (LCCP SR 3.5: it is refreshed within 24 hours). */
export const ANSWER_MS = 86_400_000
/** How long a register is not asked again that did not answer: long enough that one attempt to sign in asks once. */
const SILENCE_MS = 60_000

/** That registers have to be asked of a person before anything else: nothing can be asked within a transaction. */
export class RegistersUnasked extends Error {
  override readonly name = 'RegistersUnasked'
  readonly person: Person
  readonly registers: readonly string[]

  constructor(person: Person, registers: readonly string[]) {
    super(`the registers ${registers.join(', ')} have not been asked`)
    this.person = person
    this.registers = registers
  }
}

/** The registers that are asked after a player of a country. */
export function registersFor(
  { registers }: Pick<RegisterSettings, 'registers'>,
  country: string | null,
): readonly string[] {
  return Object.entries(registers).flatMap(([id, { countries }]) =>
    countries.length === 0 || (country !== null && countries.includes(country)) ? [id] : [],
  )
}

/** Lets a person pass who is in none of the registers by answers of the last day; a silent register counts only where the brand allows it.
 *  What they said of an excluded person is a break that stands already.
 *  @throws AppError sign_in.name_needed, sign_in.register_silent   @throws RegistersUnasked */
export async function checkRegisters(
  tx: BrandTransaction,
  of: { readonly person: Person; readonly responsible: RegisterSettings; readonly now: Date },
): Promise<void> {
  const { person, responsible, now } = of
  const asked = registersFor(responsible, person.country)
  if (asked.length === 0) return
  const { person: mark } = marksOf(person)
  if (!mark) throw new AppError('sign_in.name_needed')
  const answers = await answersOf(tx, mark, now)
  const unasked = asked.filter((id) => !answers.has(id))
  if (unasked.length > 0) throw new RegistersUnasked(person, unasked)
  const isSilent = asked.some((id) => answers.get(id) === 'silent')
  if (isSilent && !responsible.isOpenWithoutRegister) throw new AppError('sign_in.register_silent')
}

/** Whether the registers have said of a player within a day that they have them not, or said nothing where the brand allows that. */
export async function isClear(
  tx: BrandTransaction,
  of: { readonly accountId: number; readonly responsible: RegisterSettings; readonly now: Date },
): Promise<boolean> {
  const { accountId, responsible, now } = of
  if (Object.keys(responsible.registers).length === 0) return true
  const profile = await tx
    .select('profile')
    .leftJoin('person_mark', (join) =>
      join
        .onRef('person_mark.brand_id', '=', 'profile.brand_id')
        .onRef('person_mark.account_id', '=', 'profile.account_id')
        .on('person_mark.kind', '=', 'person'),
    )
    .select(['profile.country as country', 'person_mark.mark as mark'])
    .where('profile.account_id', '=', accountId)
    .executeTakeFirst()
  const asked = registersFor(responsible, profile?.country ?? null)
  if (asked.length === 0) return true
  if (!profile?.mark) return false
  const since = new Date(now.getTime() - ANSWER_MS)
  const rows = await tx
    .select('register_answer')
    .select(['register', 'outcome'])
    .where('mark', '=', profile.mark)
    .where('asked_at', '>', since)
    .execute()
  const passes = (id: string) => {
    const outcome = rows.find(({ register }) => register === id)?.outcome
    return outcome === 'clear' || (outcome === 'silent' && responsible.isOpenWithoutRegister)
  }
  return asked.every(passes)
}

async function answersOf(tx: BrandTransaction, mark: string, now: Date) {
  const rows = await tx
    .select('register_answer')
    .select(['register', 'outcome', 'asked_at as askedAt'])
    .where('mark', '=', mark)
    .execute()
  const isFresh = ({ outcome, askedAt }: (typeof rows)[number]) =>
    now.getTime() - askedAt.getTime() < (outcome === 'silent' ? SILENCE_MS : ANSWER_MS)
  return new Map(rows.filter(isFresh).map(({ register, outcome }) => [register, outcome]))
}

/** Keeps what a register said of a person in place of what it said before. */
export async function keepAnswer(
  tx: BrandTransaction,
  of: { readonly register: string; readonly mark: string; readonly outcome: RegisterOutcome; readonly now: Date },
): Promise<void> {
  const { register, mark, outcome, now } = of
  const answer = { outcome: outcome.kind, asked_at: now, ends_at: outcome.kind === 'excluded' ? outcome.endsAt : null }
  await tx
    .insert('register_answer', { register, mark, ...answer })
    .onConflict((conflict) => conflict.columns(['brand_id', 'register', 'mark']).doUpdateSet(answer))
    .execute()
}
