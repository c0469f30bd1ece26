import type { Kysely } from 'kysely'
import { quickPick } from '#machines/lotteries/draws/draw-lines.rules.ts'
import { linePrice } from '#machines/odds/draw-prices.rules.ts'
import type { DrawGame, DrawLine } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import type { Database } from '#server/db/tables/tables.ts'
import { openFirstAccount } from '#server/money/currency-accounts.ts'
import { correctBalance } from '#server/money/ledger-correction.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { baseSection } from '#server/site/base-section.ts'
import type { AskedPurchase, DrawPorts, DrawSections } from './draw-ports.ts'
import { createDraws } from './draws.service.ts'

/** When the tests begin, a Sunday; the clock moves by hand. */
const START = new Date('2026-03-01T12:00:00Z')

/** Random numbers that a test can repeat (mulberry32). */
export function repeatable(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Draw games of a brand with a clock and secrets that tests know.
 *  @param kept ids of the games that are offered */
export function createTestDraws(
  db: Kysely<Database>,
  brandId: string,
  kept: readonly string[],
  changes: Partial<DrawPorts> = {},
) {
  let now = START
  let seeds = 0
  let orders = 0
  const { games, ...rest } = baseSection('lotteries')
  const offered = Object.fromEntries(Object.entries(games).filter(([id]) => kept.includes(id)))
  const sections = structuredClone({ lotteries: { ...rest, games: offered }, global: baseSection('global') })
  Object.assign(sections.global, { defaultCurrency: 'EUR', timeZone: 'Europe/Paris' })
  const ports: DrawPorts = {
    ...{ db, clock: () => now, log: silentLog, guard: async () => null },
    sections: async () => sections as DrawSections,
    newSeed: () => (++seeds).toString(16).padStart(64, '0'),
    ...changes,
  }
  const draws = createDraws(ports)
  const door = forBrand(db, brandId)
  const random = repeatable(7)
  const gameOf = (id: string) => sections.lotteries.games[id] as DrawGame
  const priceOf = (id: string, currency = 'EUR') => linePrice(gameOf(id), currency, 'EUR') ?? 0
  return {
    ...{ draws, door, sections, ports, gameOf, priceOf },
    now: () => now,
    wait: (ms: number) => {
      now = new Date(now.getTime() + ms)
    },
    waitUntil: (at: Date | string) => {
      now = new Date(at)
    },
    keep: () => draws.keep(brandId),
    proveBooks: () => door.transaction(proveLedger),
    line: (id: string, picks = gameOf(id).picksMost): DrawLine => quickPick(gameOf(id), picks, random),

    /** A player with so much cash, in euros if nothing else is said. */
    newPlayer: (minor: number, currency = 'EUR'): Promise<number> =>
      door.transaction(async (tx) => {
        const row = { registered_by: 'fast_reg', state: 'active', created_at: now, activated_at: now } as const
        const { account_id: id } = await tx.insert('account', row).returning('account_id').executeTakeFirstOrThrow()
        await openFirstAccount(tx, { accountId: id, currency, now })
        const given = {
          accountId: id,
          currency,
          amountMinor: minor,
          reference: `for ${id}`,
          reason: 'test',
          now,
        }
        if (minor > 0) await correctBalance(tx, given)
        return id
      }),

    /** Buys lines of the next draw, of one that is named, or of several. */
    buy: async (accountId: number, id: string, lines: readonly DrawLine[], more: Partial<AskedPurchase> = {}) => {
      const first = more.draw ?? (await draws.game(brandId, id)).draws[0]?.draw_id
      const count = more.draws ?? 1
      const asked = {
        ...{
          guid: `00000000-0000-4000-8000-${String(++orders).padStart(12, '0')}`,
          game: id,
          draws: count,
          lines,
          currency: 'EUR',
        },
        ...{ draw: first ?? 0, priceMinor: priceOf(id) * lines.length * count },
        ...more,
      }
      return { asked, tickets: await draws.buy({ brandId, accountId }, asked) }
    },

    /** What accounts in a currency hold together, by kind, minor units. */
    held: async (currency = 'EUR'): Promise<Readonly<Record<string, number>>> => {
      const rows = await door.transaction((tx) =>
        tx
          .select('ledger_entry')
          .innerJoin('currency_account', (join) =>
            join
              .onRef('currency_account.brand_id', '=', 'ledger_entry.brand_id')
              .onRef('currency_account.currency_account_id', '=', 'ledger_entry.currency_account_id'),
          )
          .select(({ fn }) => ['currency_account.kind', fn.sum<string>('ledger_entry.amount_minor').as('sum')])
          .where('ledger_entry.currency', '=', currency)
          .groupBy('currency_account.kind')
          .execute(),
      )
      return Object.fromEntries(rows.map(({ kind, sum }) => [kind, Number(sum)]))
    },
  }
}
