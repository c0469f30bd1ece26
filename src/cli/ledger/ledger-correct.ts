import { AppError } from '#calls/app-error.ts'
import type { LedgerTransferOutput } from '#schemas'
import { OtherTransfer, type PostedTransfer } from '#server/money/ledger.ts'
import { correctBalance, undoTransfer } from '#server/money/ledger-correction.ts'
import { brandCommand, DatabaseCommandFailure, type VerbOutcome } from '../database-command.ts'

/** `livery ledger correct`: gives a player money or, with a negative amount, takes it. The same reference again changes nothing. */
export const correctCommand = brandCommand({
  usage:
    'livery ledger correct --brand ID --account NUMBER --currency CODE --minor N --reference TEXT --reason TEXT [--json]',
  options: { account: 'number', currency: 'text', minor: 'number', reference: 'text', reason: 'text' },
  work: (tx, { brand, account, minor, reference, reason, ...options }) => {
    const currency = options.currency.toUpperCase()
    const correction = { accountId: account, currency, amountMinor: minor, reference, reason, now: new Date() }
    return posting(correctBalance(tx, correction), {
      'account.unknown': [
        'account_unknown',
        `Account ${account} of ${brand} has no cash account in ${currency}.`,
        '--account',
      ],
      'balance.too_low': [
        'balance_too_low',
        `Account ${account} of ${brand} has not that much in ${currency}.`,
        '--minor',
      ],
      other: ['reference_taken', `The reference "${reference}" belongs to another correction.`, '--reference'],
    })
  },
})

/** `livery ledger undo`: posts the opposite of a transfer, once. */
export const undoCommand = brandCommand({
  usage: 'livery ledger undo --brand ID --transfer NUMBER --reason TEXT [--json]',
  options: { transfer: 'number', reason: 'text' },
  work: (tx, { brand, transfer: transferId, reason }) =>
    posting(undoTransfer(tx, { transferId, reason, now: new Date() }), {
      'transfer.unknown': [
        'transfer_unknown',
        `There is no transfer ${transferId} in the books of ${brand}.`,
        '--transfer',
      ],
      'balance.too_low': ['balance_too_low', `What transfer ${transferId} gave has been spent.`, '--transfer'],
    }),
})

type Refusal = ConstructorParameters<typeof DatabaseCommandFailure>

/** What a posting tells. @throws DatabaseCommandFailure what stands for the failure; other errors go on */
async function posting(
  work: Promise<PostedTransfer>,
  refusals: Readonly<Record<string, Refusal>>,
): Promise<VerbOutcome> {
  try {
    const { transferId, isNew } = await work
    const text = isNew
      ? `Transfer ${transferId} is in the books.`
      : `Transfer ${transferId} was there already; nothing has changed.`
    return { output: { transferId, isNew } satisfies LedgerTransferOutput, text }
  } catch (error) {
    const name = error instanceof AppError ? error.code : error instanceof OtherTransfer ? 'other' : ''
    const refusal = refusals[name]
    if (refusal) throw new DatabaseCommandFailure(...refusal)
    throw error
  }
}
