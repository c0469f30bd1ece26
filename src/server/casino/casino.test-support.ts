import type { Kysely } from 'kysely'
import { forBrand } from '#server/db/for-brand.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import type { Database } from '#server/db/tables/tables.ts'
import { openCashAccount, openFirstAccount } from '#server/money/currency-accounts.ts'
import { correctBalance } from '#server/money/ledger-correction.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { baseSection } from '#server/site/base-section.ts'
import { createCasino } from './casino.service.ts'
import type { CasinoPorts, CasinoSections } from './casino-ports.ts'
import { openSession } from './play/sessions.ts'
import { readBalance } from './wallet/balance.ts'
import type { WalletAction, WalletOutcome, WalletTerms } from './wallet/wallet-action.ts'
import { applyAction } from './wallet/wallet-core.ts'

/** When the tests begin; the clock moves by hand. */
export const START = new Date('2026-03-01T12:00:00Z')

const OPEN_TERMS: WalletTerms = { undoesWins: true, owesSpentWins: false, switchesGames: false, takesBets: true }

/** A casino with a clock and seeds that tests know. */
export function createTestCasino(db: Kysely<Database>, brandId: string, changes: Partial<CasinoPorts> = {}) {
  let now = START
  let names = 0
  const sections = structuredClone({
    ...{ casino: baseSection('casino'), global: baseSection('global'), licence: baseSection('licence') },
  }) as {
    -readonly [Section in keyof CasinoSections]: CasinoSections[Section]
  }
  const ports: CasinoPorts = {
    ...{ db, clock: () => now, sections: async () => sections, guard: async () => null, log: silentLog },
    providers: async () => [],
    newId: () => `${brandId}-session-${++names}`,
    newSeed: () => (++names).toString(16).padStart(64, '0'),
    ...changes,
  }
  const door = forBrand(db, brandId)
  return {
    ...{ brandId, ports, sections, door, casino: createCasino(ports) },
    now: () => now,
    wait: (ms: number) => {
      now = new Date(now.getTime() + ms)
    },

    /** A player with so much cash in euros. */
    newPlayer: async (minor = 0): Promise<number> => {
      const id = await door.transaction(async (tx) => {
        const row = { registered_by: 'fast_reg', state: 'active', created_at: now, activated_at: now } as const
        const made = await tx.insert('account', row).returning('account_id as id').executeTakeFirstOrThrow()
        await openFirstAccount(tx, { accountId: made.id, currency: 'EUR', now })
        await openCashAccount(tx, { accountId: made.id, currency: 'USD', now })
        return made.id
      })
      const given = { accountId: id, currency: 'EUR', amountMinor: minor, reference: `for ${id}`, reason: 'test', now }
      if (minor > 0) await door.transaction((tx) => correctBalance(tx, given))
      return id
    },

    /** A session of a provider's game for money. */
    session: (accountId: number, more: { currency?: string; isLaunched?: boolean } = {}): Promise<string> =>
      door.transaction(async (tx) => {
        const { currency = 'EUR', isLaunched = true } = more
        const wanted = {
          providerId: 'aggregator',
          gameId: 'book',
          mode: 'real',
          country: 'de',
          device: 'mobile',
        } as const
        const gamer = { brandId, accountId }
        const row = await openSession(tx, ports, { gamer, wanted: { ...wanted, currency }, sections, isLaunched })
        return row.session_id
      }),

    /** Does what a provider asks for. */
    apply: (
      action: Pick<WalletAction, 'sessionId' | 'actionId' | 'kind'> & Partial<WalletAction>,
      terms: Partial<WalletTerms> = {},
    ): Promise<WalletOutcome> =>
      door.transaction((tx) =>
        applyAction(tx, ports, {
          action: {
            providerId: 'aggregator',
            roundId: 'round',
            gameId: 'book',
            currency: 'EUR',
            amountMinor: 0,
            ...action,
          },
          terms: { ...OPEN_TERMS, ...terms },
          now,
        }),
      ),

    balance: (accountId: number) => door.transaction((tx) => readBalance(tx, accountId, 'EUR')),
    breaks: () => door.transaction(async (tx) => (await proveLedger(tx)).breaks),
  }
}
