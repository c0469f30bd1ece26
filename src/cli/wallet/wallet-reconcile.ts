import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FeedTransaction, WalletReconcileOutput } from '#schemas'
import { isFeedTransaction } from '#schemas/generated/validators/casino.js'
import { createReconciliation, type ReconciledSpan } from '#server/casino/reconciliation/reconcile.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { say } from '../command-text.ts'
import { DatabaseCommandFailure, databaseCommand } from '../database-command.ts'

/** `livery wallet reconcile --brand ID --provider ID --file FILE`: compares transactions of a provider, one JSON object a line, with those of
 *  the wallet. Exits 0 when nothing differs, 1 when something does. */
export const reconcileCommand = databaseCommand({
  command: ['wallet', 'reconcile'],
  options: { brand: 'text', provider: 'text', file: 'text', after: 'number?' },
  async work({ database, cwd }, { brand, provider, file, after = 0 }) {
    const lines = readLines(resolve(cwd, file))
    const found = await forBrand(database.db, brand).transaction(async (tx) => {
      const reconciliation = createReconciliation(tx, provider)
      await reconciliation.take(lines)
      return reconciliation.end(spanOf(lines, after))
    })
    const output: WalletReconcileOutput = { ...found, mismatches: [...found.mismatches] }
    const text = [
      ...output.mismatches.map((one) => say('wallet.mismatch', { ...one, kind: one.kind.padEnd(14) })),
      say('wallet.compared', { compared: output.compared, different: output.mismatches.length, cursor: output.cursor }),
    ]
    return { output, text: text.join('\n'), exit: output.mismatches.length === 0 ? 0 : 1 }
  },
})

/** @throws DatabaseCommandFailure usage, with the line that is no transaction */
function readLines(path: string): readonly FeedTransaction[] {
  const fail = (message: string) => new DatabaseCommandFailure('usage', message, path)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw fail((error as Error).message)
  }
  return text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return []
    const value = parsed(line)
    if (isFeedTransaction(value)) return [value]
    const [error] = isFeedTransaction.errors ?? []
    const fault = `${error?.instancePath ?? ''} ${error?.message ?? ''}`.trim()
    throw fail(say('wallet.line_wrong', { line: at + 1, fault }))
  })
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    // What is no JSON is no transaction: the validator says so.
    return undefined
  }
}

/** What lies between the moments of the file has to be in it; without moments everything up to now has. */
function spanOf(lines: readonly FeedTransaction[], after: number): ReconciledSpan {
  const moments = lines.flatMap(({ at }) => (at === undefined ? [] : [new Date(at).getTime()]))
  if (moments.length === 0) return { after, since: null, before: new Date() }
  const [first, last] = [Math.min(...moments), Math.max(...moments)]
  return { after, since: new Date(first), before: new Date(last) }
}
