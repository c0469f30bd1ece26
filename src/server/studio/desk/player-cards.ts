import { sql } from 'kysely'
import type { DeskPlayerCard } from '#schemas'
import { normaliseIdentifier } from '../../account/identifiers.ts'
import type { BrandTransaction } from '../../db/for-brand.ts'
import { storableId, storableText } from '../../db/storable.ts'
import type { IdentifierKind } from '../../db/tables/player-tables.ts'

/** Players of one answer. */
const MOST_PLAYERS = 50
/** The beginning of a phone number says something from here on. */
const LEAST_DIGITS = 4
/** No text that begins so comes after it. */
const LAST = '\u{10FFFF}'

/** The players of a brand that a text may mean: an account number, or what an e-mail address, a phone number or a name begins with;
 *  a name in either order. Each part is found by its index, however many players there are.
 *  The bounds are compared and not the pattern: behind row-level security an index serves only what reveals nothing of other rows. */
export async function searchPlayers(
  tx: BrandTransaction,
  asked: string,
): Promise<{ readonly players: DeskPlayerCard[]; readonly isMore: boolean }> {
  const text = storableText(asked).trim().replaceAll(/\s+/g, ' ')
  const number = /^#?(\d{1,15})$/.exec(text)?.[1]
  const phone = normaliseIdentifier('phone', text).value
  const phones = phone.startsWith('+') ? [phone] : [phone, `+${phone}`]
  const found = [
    ...(number === undefined
      ? []
      : [
          tx
            .select('account')
            .select('account_id')
            .where('account_id', '=', storableId(Number(number))),
        ]),
    byAddress(tx, 'email', normaliseIdentifier('email', text).value),
    ...(phone.length >= LEAST_DIGITS ? phones.map((one) => byAddress(tx, 'phone', one)) : []),
    tx
      .select('player_name')
      .select('account_id')
      .where(sql<boolean>`name collate "C" >= lower(${text})`)
      .where(sql<boolean>`name collate "C" < lower(${text}) || ${LAST}`)
      .orderBy(sql`name collate "C"`)
      .limit(MOST_PLAYERS + 1),
  ]
  const ids = new Set<number>()
  for (const query of found) for (const { account_id: id } of await query.execute()) ids.add(id)
  const wanted = [...ids].sort((one, other) => other - one)
  const shown = wanted.slice(0, MOST_PLAYERS)
  const cards = await playerCards(tx, shown)
  return { players: shown.flatMap((id) => cards.get(id) ?? []), isMore: wanted.length > MOST_PLAYERS }
}

function byAddress(tx: BrandTransaction, kind: IdentifierKind, start: string) {
  return tx
    .select('identifier')
    .select('account_id')
    .where('kind', '=', kind)
    .where(sql<boolean>`value collate "C" >= ${start}`)
    .where(sql<boolean>`value collate "C" < ${start + LAST}`)
    .orderBy(sql`value collate "C"`)
    .limit(MOST_PLAYERS + 1)
}

/** Players as lists show them, by account number. */
export async function playerCards(
  tx: BrandTransaction,
  ids: readonly number[],
): Promise<ReadonlyMap<number, DeskPlayerCard>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select('account')
    .innerJoin('profile', (join) =>
      join.onRef('profile.brand_id', '=', 'account.brand_id').onRef('profile.account_id', '=', 'account.account_id'),
    )
    .select(['account.account_id as accountId', 'account.state', 'account.created_at as createdAt'])
    .select(['profile.country', 'profile.fields'])
    .where('account.account_id', 'in', [...ids])
    .execute()
  const addresses = await tx
    .select('identifier')
    .select(['account_id as accountId', 'kind', 'value'])
    .where('account_id', 'in', [...ids])
    .execute()
  return new Map(
    rows.map(({ accountId, state, createdAt, country, fields }) => {
      const own = addresses.filter((address) => address.accountId === accountId)
      const name = [fields.name, fields.surname].filter((part) => typeof part === 'string' && part !== '').join(' ')
      return [
        accountId,
        {
          accountId,
          state,
          createdAt: createdAt.toISOString(),
          ...(name ? { name } : {}),
          ...(country ? { country: country.toLowerCase() } : {}),
          ...Object.fromEntries(own.map(({ kind, value }) => [kind, value])),
        },
      ]
    }),
  )
}
