import { createHash } from 'node:crypto'
import type { BrandTransaction } from '#server/db/for-brand.ts'

/** Who a player is, as far as they have said and proved it. */
export interface Person {
  readonly name: string
  readonly surname: string
  /** yyyy-MM-dd */
  readonly birthday: string | null
  /** ISO 3166-1 alpha-2 in lower case. */
  readonly country: string | null
  /** Proved addresses. */
  readonly email: string | null
  readonly phone: string | null
}

/** By what a person is known again. */
export type MarkKind = 'email' | 'phone' | 'person'

const MARK_KINDS: readonly MarkKind[] = ['email', 'phone', 'person']

/** The digests by which a person is known again under another account. A name counts in one spelling (`José  Maria` is `josemaria`), and
 *  only with a birthday and a country; an address counts once it is proved, or anybody could exclude somebody else by it.
 *  @returns kind → SHA-256 as base64url; what is not known is left out */
export function marksOf(person: Person): Readonly<Partial<Record<MarkKind, string>>> {
  const { email, phone } = person
  const whole = personText(person)
  return {
    ...(email && { email: digest('email', email) }),
    ...(phone && { phone: digest('phone', phone) }),
    ...(whole && { person: digest('person', whole) }),
  }
}

/** Name, birthday and country in one text; undefined when one of them is missing. */
function personText({ name, surname, birthday, country }: Person): string | undefined {
  const names = [folded(name), folded(surname)]
  return names.includes('') || !birthday || !country ? undefined : [...names, birthday, country].join(' ')
}

/** Whether two names are one, whatever case, accents, spaces and signs they are written with. */
export function isSameName(one: string, other: string): boolean {
  return folded(one) === folded(other)
}

/** A name without case, accents, spaces and signs. */
function folded(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function digest(kind: MarkKind, text: string): string {
  return createHash('sha256').update(`${kind} ${text}`).digest('base64url')
}

/** Reads who a player is; undefined when there is no such account. */
export async function personOf(tx: BrandTransaction, accountId: number): Promise<Person | undefined> {
  const profile = await tx
    .select('profile')
    .select(['country', 'birthday', 'fields'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!profile) return undefined
  const proved = await tx
    .select('identifier')
    .select(['kind', 'value'])
    .where('account_id', '=', accountId)
    .where('verified_at', 'is not', null)
    .execute()
  const address = (kind: 'email' | 'phone') => proved.find((row) => row.kind === kind)?.value ?? null
  const text = (id: string) => {
    const value = profile.fields[id]
    return typeof value === 'string' ? value : ''
  }
  const { birthday, country } = profile
  return {
    name: text('name'),
    surname: text('surname'),
    birthday,
    country,
    email: address('email'),
    phone: address('phone'),
  }
}

/** Keeps the marks of a player as their profile and addresses are now. */
export async function keepMarks(tx: BrandTransaction, accountId: number, person: Person): Promise<void> {
  const rows = Object.entries(marksOf(person)).map(([kind, mark]) => ({
    ...{ account_id: accountId, kind: kind as MarkKind, mark },
  }))
  const gone = MARK_KINDS.filter((kind) => !rows.some((row) => row.kind === kind))
  // Two sign-ins at once write the same.
  if (rows.length > 0)
    await tx
      .insert('person_mark', rows)
      .onConflict((conflict) =>
        conflict
          .columns(['brand_id', 'account_id', 'kind'])
          .doUpdateSet(({ ref }) => ({ mark: ref('excluded.mark') }))
          .whereRef('person_mark.mark', '!=', 'excluded.mark'),
      )
      .execute()
  if (gone.length > 0)
    await tx.delete('person_mark').where('account_id', '=', accountId).where('kind', 'in', gone).execute()
}

/** Makes a break known to every brand of a group, by the marks of who takes it. @returns these marks */
export async function shareBreak(
  tx: BrandTransaction,
  { breakId, accountId, group }: { readonly breakId: number; readonly accountId: number; readonly group: string },
): Promise<readonly string[]> {
  const person = await personOf(tx, accountId)
  if (!person) return []
  await keepMarks(tx, accountId, person)
  const { kind, startsAt, endsAt } = await tx
    .select('player_break')
    .select(['kind', 'starts_at as startsAt', 'ends_at as endsAt'])
    .where('break_id', '=', breakId)
    .executeTakeFirstOrThrow()
  const marks = Object.values(marksOf(person))
  const rows = marks.map((mark) => ({
    ...{ break_id: breakId, mark, exclusion_group: group, kind, starts_at: startsAt, ends_at: endsAt },
  }))
  if (rows.length > 0) await tx.insert('shared_break', rows).execute()
  return marks
}

/** Who was mistaken for an excluded person: what both share, and an address of who was mistaken. */
export interface Mistaken extends Pick<Person, 'name' | 'surname' | 'birthday' | 'country'> {
  readonly address: { readonly kind: 'email' | 'phone'; readonly value: string }
  /** Who found it out, and how. */
  readonly operator: string
  readonly reason: string
  readonly now: Date
}

/** Keeps that somebody is not the excluded person of the same name, birthday and country: breaks of the other that have begun by then, at any
 *  brand of a group, count no more at this one for whom the address belongs to. What a register says is the register's to correct.
 *  @returns whether there was such a break; nothing is kept otherwise */
export async function endFalseMatch(tx: BrandTransaction, mistaken: Mistaken): Promise<boolean> {
  const { address, operator, reason, now, ...shared } = mistaken
  const { person: mark } = marksOf({ ...shared, email: null, phone: null })
  if (mark === undefined) return false
  if ((await tx.call('breaks_of_mark', mark)).length === 0) return false
  const row = { mark, address_mark: digest(address.kind, address.value), operator, reason, at: now }
  await tx.insert('false_match', row).execute()
  return true
}
