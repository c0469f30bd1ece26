import { sql } from 'kysely'
import type { DeskPlayerCard } from '#schemas'
import { normaliseIdentifier } from '../../account/identifiers.ts'
import type { BrandTransaction } from '../../db/for-brand.ts'
import { storableId, storableText } from '../../db/storable.ts'

/** Players of one answer. */
const MOST_PLAYERS = 50
/** A part of a phone number says something from here on. */
const LEAST_DIGITS = 4

/** The players of a brand that a text may mean: an account number, or a part of an e-mail address, a phone number or a name. All
 *  profiles of the brand are read for it. */
export async function searchPlayers(
  tx: BrandTransaction,
  asked: string,
): Promise<{ readonly players: DeskPlayerCard[]; readonly isMore: boolean }> {
  const text = storableText(asked).trim()
  const number = /^#?(\d{1,15})$/.exec(text)?.[1]
  const phone = normaliseIdentifier('phone', text).value
  const names = sql<string>`concat_ws(' ', profile.fields ->> 'name', profile.fields ->> 'surname', profile.fields ->> 'name')`
  const rows = await tx
    .select('account')
    .innerJoin('profile', (join) =>
      join.onRef('profile.brand_id', '=', 'account.brand_id').onRef('profile.account_id', '=', 'account.account_id'),
    )
    .select('account.account_id as accountId')
    .where((where) =>
      where.or([
        sql<boolean>`${names} ilike ${containing(text)}`,
        where('account.account_id', '=', storableId(Number(number ?? 0))),
        where.exists(
          where
            .selectFrom('identifier')
            .select('identifier.kind')
            .whereRef('identifier.brand_id', '=', 'account.brand_id')
            .whereRef('identifier.account_id', '=', 'account.account_id')
            .where((address) =>
              address.or([
                address('identifier.value', 'like', containing(normaliseIdentifier('email', text).value)),
                ...(phone.length >= LEAST_DIGITS ? [address('identifier.value', 'like', containing(phone))] : []),
              ]),
            ),
        ),
      ]),
    )
    .orderBy('account.account_id', 'desc')
    .limit(MOST_PLAYERS + 1)
    .execute()
  const ids = rows.slice(0, MOST_PLAYERS).map(({ accountId }) => accountId)
  const cards = await playerCards(tx, ids)
  return { players: ids.flatMap((id) => cards.get(id) ?? []), isMore: rows.length > MOST_PLAYERS }
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

function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}
