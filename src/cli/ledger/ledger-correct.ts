import { AppError } from '#calls/app-error.ts'
import type { LedgerTransferOutput } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { OtherTransfer, type PostedTransfer } from '#server/money/ledger.ts'
import { correctBalance, undoTransfer } from '#server/money/ledger-correction.ts'
import type { CommandIo } from '../commands.ts'
import { LedgerCommandFailure, readOptions, required, requiredInteger } from './ledger-arguments.ts'
import { withBooks } from './ledger-books.ts'

const CORRECT_USAGE =
  'livery ledger correct --brand ID --account NUMBER --currency CODE --minor N --reference TEXT --reason TEXT [--json]'
const UNDO_USAGE = 'livery ledger undo --brand ID --transfer NUMBER --reason TEXT [--json]'

/** `livery ledger correct`: gives a player money or, with a negative amount, takes it. The same reference again changes nothing.
 *  @returns 0 when it is in the books, 1 when these refuse, 2 when the command cannot be done */
export function correctCommand(args: readonly string[], io: CommandIo): Promise<number> {
  return withBooks(args, io, async ({ db }) => {
    const known = ['brand', 'account', 'currency', 'minor', 'reference', 'reason'] as const
    const values = readOptions(args, known, CORRECT_USAGE)
    const brand = required(values, 'brand', CORRECT_USAGE)
    const correction = {
      accountId: requiredInteger(values, 'account', CORRECT_USAGE),
      currency: required(values, 'currency', CORRECT_USAGE).toUpperCase(),
      amountMinor: requiredInteger(values, 'minor', CORRECT_USAGE),
      reference: required(values, 'reference', CORRECT_USAGE),
      reason: required(values, 'reason', CORRECT_USAGE),
      now: new Date(),
    }
    const { accountId, currency, reference } = correction
    const posted = await posting(
      forBrand(db, brand).transaction((tx: BrandTransaction) => correctBalance(tx, correction)),
      {
        'account.unknown': [
          'account_unknown',
          `Account ${accountId} of ${brand} has no cash account in ${currency}.`,
          '--account',
        ],
        'balance.too_low': [
          'balance_too_low',
          `Account ${accountId} of ${brand} has not that much in ${currency}.`,
          '--minor',
        ],
        other: ['reference_taken', `The reference "${reference}" belongs to another correction.`, '--reference'],
      },
    )
    return told(posted, args, io)
  })
}

/** `livery ledger undo`: posts the opposite of a transfer, once. @returns as `correctCommand` */
export function undoCommand(args: readonly string[], io: CommandIo): Promise<number> {
  return withBooks(args, io, async ({ db }) => {
    const values = readOptions(args, ['brand', 'transfer', 'reason'], UNDO_USAGE)
    const brand = required(values, 'brand', UNDO_USAGE)
    const transferId = requiredInteger(values, 'transfer', UNDO_USAGE)
    const undo = { transferId, reason: required(values, 'reason', UNDO_USAGE), now: new Date() }
    const posted = await posting(
      forBrand(db, brand).transaction((tx) => undoTransfer(tx, undo)),
      {
        'transfer.unknown': [
          'transfer_unknown',
          `There is no transfer ${transferId} in the books of ${brand}.`,
          '--transfer',
        ],
        'balance.too_low': ['balance_too_low', `What transfer ${transferId} gave has been spent.`, '--transfer'],
      },
    )
    return told(posted, args, io)
  })
}

type Refusal = ConstructorParameters<typeof LedgerCommandFailure>

/** @throws LedgerCommandFailure what stands for the failure; other errors go on */
async function posting(
  work: Promise<PostedTransfer>,
  refusals: Readonly<Record<string, Refusal>>,
): Promise<PostedTransfer> {
  try {
    return await work
  } catch (error) {
    const name = error instanceof AppError ? error.code : error instanceof OtherTransfer ? 'other' : ''
    const refusal = refusals[name]
    if (refusal) throw new LedgerCommandFailure(...refusal)
    throw error
  }
}

function told({ transferId, isNew }: LedgerTransferOutput, args: readonly string[], io: CommandIo): number {
  const text = isNew
    ? `Transfer ${transferId} is in the books.`
    : `Transfer ${transferId} was there already; nothing has changed.`
  io.stdout(args.includes('--json') ? `${JSON.stringify({ transferId, isNew })}\n` : `${text}\n`)
  return 0
}
