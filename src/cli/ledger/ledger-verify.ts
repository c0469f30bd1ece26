import type { LedgerVerifyOutput } from '#schemas'
import { brandsWithBooks, forBrand } from '#server/db/for-brand.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import type { CommandIo } from '../commands.ts'
import { readOptions } from './ledger-arguments.ts'
import { withBooks } from './ledger-books.ts'

const USAGE = 'livery ledger verify [--brand ID] [--json]'

/** `livery ledger verify`: reads every entry of the books and proves the laws of the ledger (LEDGER-1, LEDGER-2).
 *  @returns 0 when all is right, 1 when something is broken, 2 when the books cannot be read */
export function verifyCommand(args: readonly string[], io: CommandIo): Promise<number> {
  return withBooks(args, io, async ({ db }) => {
    const { brand } = readOptions(args, ['brand'], USAGE)
    const brands: LedgerVerifyOutput['brands'] = []
    for (const id of brand ? [brand] : await brandsWithBooks(db))
      brands.push({ brand: id, ...(await forBrand(db, id).transaction(proveLedger)) } as (typeof brands)[number])
    const output: LedgerVerifyOutput = { isSound: brands.every(({ breaks }) => breaks.length === 0), brands }
    io.stdout(args.includes('--json') ? `${JSON.stringify(output, null, 2)}\n` : textOf(output))
    return output.isSound ? 0 : 1
  })
}

function textOf({ brands, isSound }: LedgerVerifyOutput): string {
  const lines = brands.flatMap(({ brand, transfers, entries, accounts, breaks }) => [
    `${brand}  ${transfers} transfers, ${entries} entries, ${accounts} accounts: ${breaks.length || 'no'} ${breaks.length === 1 ? 'break' : 'breaks'}`,
    ...breaks.map(({ kind, found }) => `  ${kind}: ${found}`),
  ])
  const verdict =
    brands.length === 0 ? 'There are no books yet.' : isSound ? 'The books are right.' : 'The books are broken.'
  return `${[...lines, verdict].join('\n')}\n`
}
