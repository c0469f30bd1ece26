import type { Kysely } from 'kysely'
import type { LedgerVerifyOutput } from '#schemas'
import { proveBets } from '#server/betting/bet-proof.ts'
import { proveJackpots } from '#server/casino/jackpots/jackpot-proof.ts'
import { type BrandTransaction, brandsWithBooks, forBrand } from '#server/db/for-brand.ts'
import type { Database } from '#server/db/tables/tables.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { provePayments } from '#server/payments/payment-proof.ts'
import { proveBonuses } from '#server/promo/promo-proof.ts'
import { say } from '../command-text.ts'
import { databaseCommand } from '../database-command.ts'

/** `livery ledger verify`: reads every entry of the books and proves the laws of the ledger (LEDGER-1, LEDGER-2),
 *  and of the bets, payments, jackpots and bonuses that move its money.
 *  Exits 0 when all is right, 1 when something is broken. */
export const verifyCommand = databaseCommand({
  command: ['ledger', 'verify'],
  options: { brand: 'text?' },
  work: async ({ database: { db } }, { brand }) => {
    const output = await proveBooks(db, brand)
    return { output, text: textOfBooks(output), exit: output.isSound ? 0 : 1 }
  },
})

/** Proves the books of a brand, or of all. */
export async function proveBooks(db: Kysely<Database>, brand?: string): Promise<LedgerVerifyOutput> {
  const brands: LedgerVerifyOutput['brands'] = []
  for (const id of brand ? [brand] : await brandsWithBooks(db))
    brands.push({ brand: id, ...(await forBrand(db, id).transaction(proveAll)) })
  return { isSound: brands.every(({ breaks }) => breaks.length === 0), brands }
}

/** The books by themselves, and the money of bets and payments against these. */
async function proveAll(tx: BrandTransaction) {
  const { breaks: ofBooks, ...counts } = await proveLedger(tx)
  const { bets, open, breaks: ofBets } = await proveBets(tx)
  const { payments, breaks: ofPayments } = await provePayments(tx)
  const ofJackpots = await proveJackpots(tx)
  const { bonuses, breaks: ofBonuses } = await proveBonuses(tx)
  return {
    ...counts,
    bets,
    openBets: [...open],
    payments,
    bonuses,
    breaks: [...ofBooks, ...ofBets, ...ofPayments, ...ofJackpots, ...ofBonuses],
  }
}

/** A proof of the books in words. */
export function textOfBooks({ brands, isSound }: LedgerVerifyOutput): string {
  const lines = brands.flatMap(({ brand, transfers, entries, accounts, bets, openBets, payments, bonuses, breaks }) => [
    say('ledger.sums', {
      brand,
      transfers,
      entries,
      accounts,
      bets,
      payments,
      bonuses,
      breaks: breaks.length === 0 ? say('ledger.no_breaks') : say('ledger.breaks', { count: breaks.length }),
    }),
    ...openBets.map(({ currency, bets: open, stakeMinor, possibleMinor }) =>
      say('ledger.open', { currency, bets: open, stake: stakeMinor, possible: possibleMinor }),
    ),
    ...breaks.map(({ kind, found }) => `  ${kind}: ${found}`),
  ])
  const verdict = brands.length === 0 ? say('ledger.no_books') : isSound ? say('ledger.sound') : say('ledger.broken')
  return [...lines, verdict].join('\n')
}
