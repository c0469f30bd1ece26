import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeOnEachEngine } from '#server/db/engines.test-support.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'

const FEW = 4000
const MORE = 4
/** Four times the entries take four times as long, and a little more for sorting them; one by one against all, sixteen times. */
const MOST_TIMES = 6
const ACCOUNTS = 20
const RUNS = 5

await describeOnEachEngine('the time of a proof', (database) => {
  /** Writes transfers between players and the house, as many entries as are asked for, all of which follow from the ones before. */
  async function seed(brandId: string, entries: number): Promise<void> {
    const statements = [
      `insert into account (brand_id, account_id, registered_by, state, created_at, activated_at)
        select '${brandId}', n, 'fast_reg', 'active', now(), now() from generate_series(1, ${ACCOUNTS}) n`,
      `insert into currency_account (brand_id, currency_account_id, account_id, currency, kind, is_active, created_at)
        select '${brandId}', n, n, 'EUR', 'cash', true, now() from generate_series(1, ${ACCOUNTS}) n
        union all select '${brandId}', 1000, null, 'EUR', 'house', false, now()`,
      `insert into ledger_transfer (brand_id, transfer_id, kind, reference, created_at)
        select '${brandId}', n, 'correction', n::text, now() from generate_series(0, ${entries / 2 - 1}) n`,
      `insert into ledger_entry (brand_id, transfer_id, line, currency_account_id, currency, amount_minor, sequence, balance_minor)
        select '${brandId}', n, 0, 1 + n % ${ACCOUNTS}, 'EUR', 5, 1 + n / ${ACCOUNTS}, 5 * (1 + n / ${ACCOUNTS})
        from generate_series(0, ${entries / 2 - 1}) n
        union all select '${brandId}', n, 1, 1000, 'EUR', -5, 1 + n, -5 * (1 + n) from generate_series(0, ${entries / 2 - 1}) n`,
    ]
    await database()
      .db.transaction()
      .execute(async (tx) => {
        await sql`set local role none`.execute(tx)
        // The trigger would count each entry by itself.
        await sql`set local session_replication_role = replica`.execute(tx)
        for (const statement of statements) await sql.raw(statement).execute(tx)
      })
  }

  async function proofOf(brandId: string) {
    const startedAt = performance.now()
    const proof = await forBrand(database().db, brandId).transaction(proveLedger)
    return { ...proof, ms: performance.now() - startedAt }
  }

  test('LEDGER-2: books are proved in a time that grows with their entries, and not with their square', {
    timeout: 120_000,
  }, async () => {
    await seed('few', FEW)
    await seed('more', FEW * MORE)
    const best = { few: Number.POSITIVE_INFINITY, more: Number.POSITIVE_INFINITY }
    // By turns, and the best of each: a machine that is busy for a moment is not the verifier's fault.
    for (let run = 0; run < RUNS; run += 1) {
      for (const brand of ['few', 'more'] as const) {
        const { ms, entries, breaks } = await proofOf(brand)
        expect([entries, breaks]).toEqual([brand === 'few' ? FEW : FEW * MORE, []])
        best[brand] = Math.min(best[brand], ms)
      }
    }
    expect(best.more / best.few).toBeLessThan(MOST_TIMES)
  })
})
