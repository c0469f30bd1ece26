import type { Selectable } from 'kysely'
import type { JackpotParts, JackpotRun } from '#machines/casino/jackpots/jackpot.rules.ts'
import { MICRO } from '#machines/casino/jackpots/jackpot.rules.ts'
import { convertMinor } from '#machines/money/amount.rules.ts'
import type { CasinoJackpot } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { CasinoJackpotTable } from '#server/db/tables/casino-tables.ts'
import type { CurrencyAccountKind } from '#server/db/tables/money-tables.ts'
import { postTransfer } from '#server/money/ledger.ts'
import type { CasinoSections } from '../casino-ports.ts'

/** The pool of a jackpot in a currency. */
export type PoolRow = Selectable<CasinoJackpotTable>

/** A jackpot of the configuration. */
export interface NamedJackpot extends CasinoJackpot {
  readonly id: string
}

/** Jackpots that are played in a currency, in their order. */
export function jackpotsIn({ casino }: Pick<CasinoSections, 'casino'>, currency: string): readonly NamedJackpot[] {
  return Object.entries(casino.jackpots)
    .flatMap(([id, jackpot]) =>
      jackpot.isOffered && jackpot.currencies.includes(currency) ? [{ id, ...jackpot }] : [],
    )
    .sort((one, other) => one.order - other.order || (one.id < other.id ? -1 : 1))
}

/** Jackpots that stakes of a game go to: by its id, or by a tag that it has. */
export async function jackpotsOf(
  tx: BrandTransaction,
  sections: Pick<CasinoSections, 'casino'>,
  { gameId, currency }: { readonly gameId: string; readonly currency: string },
): Promise<readonly NamedJackpot[]> {
  const all = jackpotsIn(sections, currency)
  const isTagged = all.some(({ games, tags }) => tags.length > 0 && !games.includes(gameId))
  const tagsOfGame = isTagged ? await tagsOf(tx, sections, gameId) : []
  return all.filter(({ games, tags }) => games.includes(gameId) || tags.some((tag) => tagsOfGame.includes(tag)))
}

async function tagsOf(
  tx: BrandTransaction,
  { casino }: Pick<CasinoSections, 'casino'>,
  gameId: string,
): Promise<readonly string[]> {
  if (Object.hasOwn(casino.games, gameId)) return casino.games[gameId]?.tags ?? []
  const row = await tx
    .select('casino_catalogue_game')
    .select('entry')
    .where('game_id', '=', gameId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return row?.entry.features ?? []
}

/** The pool of a jackpot, as it is now; undefined before it has begun. */
export function readPool(tx: BrandTransaction, jackpotId: string, currency: string): Promise<PoolRow | undefined> {
  return pool(tx, jackpotId, currency).executeTakeFirst()
}

/** The same, locked until the end of the transaction: what stakes do to a pool, they do one after another. */
export function lockPool(tx: BrandTransaction, jackpotId: string, currency: string): Promise<PoolRow | undefined> {
  return pool(tx, jackpotId, currency).forNoKeyUpdate().executeTakeFirst()
}

function pool(tx: BrandTransaction, jackpotId: string, currency: string) {
  return tx
    .select('casino_jackpot')
    .selectAll('casino_jackpot')
    .where('jackpot_id', '=', jackpotId)
    .where('currency', '=', currency)
}

/** The parts that a pool holds. */
export function partsOf({ main_micro, reseed_micro, next_micro }: PoolRow): JackpotParts {
  return { mainMicro: main_micro, reseedMicro: reseed_micro, nextMicro: next_micro }
}

/** What the draws of a pool's run follow from. */
export function runOf({
  secret,
  jackpot_id,
  currency,
  run,
}: Pick<PoolRow, 'secret' | 'jackpot_id' | 'currency' | 'run'>): JackpotRun {
  return { secret, jackpotId: jackpot_id, currency, run }
}

/** By what a run is played: in the currency of its pool, and fixed until it drops. */
export function termsOfRun(
  jackpot: CasinoJackpot,
  currency: string,
  { global, now }: { readonly global: CasinoSections['global']; readonly now: Date },
): Pick<PoolRow, 'kind' | 'seed_minor' | 'cap_minor' | 'one_in_minor' | 'drops_by' | 'started_at'> {
  const [from, to] = [global.currencies[global.defaultCurrency], global.currencies[currency]]
  const inCurrency = (minor: number) =>
    from && to && currency !== global.defaultCurrency ? convertMinor(minor, from, to) : minor
  const seedMinor = inCurrency(jackpot.seedMinor)
  const { kind, dropsWithinMs } = jackpot
  return {
    ...{ kind, seed_minor: seedMinor, cap_minor: Math.max(inCurrency(jackpot.capMinor), seedMinor + 2) },
    one_in_minor: kind === 'progressive' ? Math.max(1, inCurrency(jackpot.oneInMinor)) : 0,
    drops_by: kind === 'must_drop_time' ? new Date(now.getTime() + dropsWithinMs) : null,
    started_at: now,
  }
}

/** Begins the pool of a jackpot with its seed, which the house pays; of two at once, one does. */
export async function beginPool(
  tx: BrandTransaction,
  jackpot: NamedJackpot,
  of: {
    readonly currency: string
    readonly global: CasinoSections['global']
    readonly secret: string
    readonly now: Date
  },
): Promise<void> {
  const { currency, global, secret, now } = of
  const terms = termsOfRun(jackpot, currency, { global, now })
  const startMicro = terms.seed_minor * MICRO
  const made = await tx
    .insert('casino_jackpot', {
      ...{ jackpot_id: jackpot.id, currency, exponent: global.currencies[currency]?.exponent ?? 2, run: 1 },
      ...{ ...terms, secret, currency_account_id: null, start_micro: startMicro, main_micro: startMicro },
      ...{ reseed_micro: 0, next_micro: 0, funded_minor: terms.seed_minor },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('number')
    .executeTakeFirst()
  if (!made) return
  const accountId = await operatorAccount(tx, { kind: 'jackpot', currency, shard: made.number, now })
  await tx
    .update('casino_jackpot', { currency_account_id: accountId })
    .where('jackpot_id', '=', jackpot.id)
    .where('currency', '=', currency)
    .execute()
  if (terms.seed_minor === 0) return
  const houseId = await operatorAccount(tx, { kind: 'house', currency, shard: 0, now })
  await movePool(tx, {
    ...{ kind: 'jackpot-seed', reference: `${jackpot.id}/${currency}/1`, currency, now },
    ...{ from: houseId, to: accountId, amountMinor: terms.seed_minor },
  })
}

/** An account of the operator's, which is opened where there is none. */
async function operatorAccount(
  tx: BrandTransaction,
  of: {
    readonly kind: CurrencyAccountKind
    readonly currency: string
    readonly shard: number
    readonly now: Date
  },
): Promise<number> {
  const { kind, currency, shard, now } = of
  await tx
    .insert('currency_account', { account_id: null, kind, currency, shard, is_active: false, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx
    .select('currency_account')
    .select('currency_account_id')
    .where('account_id', 'is', null)
    .where('kind', '=', kind)
    .where('currency', '=', currency)
    .where('shard', '=', shard)
    .executeTakeFirstOrThrow()
  return row.currency_account_id
}

/** Moves whole minor units to or from a pool; nothing when there are none. */
export async function movePool(
  tx: BrandTransaction,
  of: {
    readonly kind: 'jackpot-seed' | 'jackpot-contribution' | 'jackpot-contribution-undone' | 'jackpot-win'
    readonly reference: string
    readonly currency: string
    readonly from: number
    readonly to: number
    readonly amountMinor: number
    readonly now: Date
  },
): Promise<void> {
  const { kind, reference, currency, from, to, amountMinor, now } = of
  if (amountMinor === 0) return
  const entries = [
    { currencyAccountId: from, currency, amountMinor: -amountMinor },
    { currencyAccountId: to, currency, amountMinor },
  ]
  await postTransfer(tx, { kind, reference, entries, now })
}
