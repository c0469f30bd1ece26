import type { LedgerVerifyOutput } from '#schemas'
import { proveBets } from '#server/betting/bet-proof.ts'
import { type BrandTransaction, brandsWithBooks, forBrand } from '#server/db/for-brand.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { databaseCommand } from '../database-command.ts'

/** `livery ledger verify`: reads every entry of the books and proves the laws of the ledger (LEDGER-1, LEDGER-2),
 *  and of the bets that move its money.
 *  Exits 0 when all is right, 1 when something is broken. */
export const verifyCommand = databaseCommand({
  usage: 'livery ledger verify [--brand ID] [--json]',
  options: { brand: 'text?' },
  work: async ({ database: { db } }, { brand }) => {
    const brands: LedgerVerifyOutput['brands'] = []
    for (const id of brand ? [brand] : await brandsWithBooks(db))
      brands.push({ brand: id, ...(await forBrand(db, id).transaction(proveAll)) })
    const output: LedgerVerifyOutput = { isSound: brands.every(({ breaks }) => breaks.length === 0), brands }
    return { output, text: textOf(output), exit: output.isSound ? 0 : 1 }
  },
})

/** The books by themselves, and the money of bets against the bets. */
async function proveAll(tx: BrandTransaction) {
  const { breaks: ofBooks, ...counts } = await proveLedger(tx)
  const { bets, open, breaks: ofBets } = await proveBets(tx)
  return { ...counts, bets, openBets: [...open], breaks: [...ofBooks, ...ofBets] }
}

function textOf({ brands, isSound }: LedgerVerifyOutput): string {
  const lines = brands.flatMap(({ brand, transfers, entries, accounts, bets, openBets, breaks }) => [
    `${brand}  ${transfers} transfers, ${entries} entries, ${accounts} accounts, ${bets} bets: ${breaks.length || 'no'} ${breaks.length === 1 ? 'break' : 'breaks'}`,
    ...openBets.map(
      ({ currency, bets: open, stakeMinor, possibleMinor }) =>
        `  open in ${currency}: ${open} bets of ${stakeMinor}, which may pay ${possibleMinor} minor units`,
    ),
    ...breaks.map(({ kind, found }) => `  ${kind}: ${found}`),
  ])
  const verdict =
    brands.length === 0 ? 'There are no books yet.' : isSound ? 'The books are right.' : 'The books are broken.'
  return [...lines, verdict].join('\n')
}
