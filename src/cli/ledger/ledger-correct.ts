import { AppError } from '#calls/app-error.ts'
import type { LedgerTransferOutput } from '#schemas'
import { OtherTransfer, type PostedTransfer } from '#server/money/ledger.ts'
import { correctBalance, undoTransfer } from '#server/money/ledger-correction.ts'
import { say } from '../command-text.ts'
import { brandCommand, DatabaseCommandFailure, type VerbOutcome } from '../database-command.ts'

/** `livery ledger correct`: gives a player money or, with a negative amount, takes it. The same reference again changes nothing. */
export const correctCommand = brandCommand({
  command: ['ledger', 'correct'],
  options: { account: 'number', currency: 'text', minor: 'number', reference: 'text', reason: 'text' },
  work: (tx, { brand, account, minor, reference, reason, ...options }) => {
    const currency = options.currency.toUpperCase()
    const correction = { accountId: account, currency, amountMinor: minor, reference, reason, now: new Date() }
    return posting(correctBalance(tx, correction), {
      'account.unknown': ['account_unknown', say('ledger.no_account', { account, brand, currency }), '--account'],
      'balance.too_low': ['balance_too_low', say('ledger.too_little', { account, brand, currency }), '--minor'],
      other: ['reference_taken', say('ledger.reference_taken', { reference }), '--reference'],
    })
  },
})

/** `livery ledger undo`: posts the opposite of a transfer, once. */
export const undoCommand = brandCommand({
  command: ['ledger', 'undo'],
  options: { transfer: 'number', reason: 'text' },
  work: (tx, { brand, transfer: transferId, reason }) =>
    posting(undoTransfer(tx, { transferId, reason, now: new Date() }), {
      'transfer.unknown': [
        'transfer_unknown',
        say('ledger.no_transfer', { transfer: transferId, brand }),
        '--transfer',
      ],
      'balance.too_low': ['balance_too_low', say('ledger.spent', { transfer: transferId }), '--transfer'],
    }),
})

type Refusal = ConstructorParameters<typeof DatabaseCommandFailure>

/** What a posting reports. @throws DatabaseCommandFailure for a known failure; other errors pass through */
async function posting(
  work: Promise<PostedTransfer>,
  refusals: Readonly<Record<string, Refusal>>,
): Promise<VerbOutcome> {
  try {
    const { transferId, isNew } = await work
    const text = isNew
      ? say('ledger.posted', { transfer: transferId })
      : say('ledger.posted_before', { transfer: transferId })
    return { output: { transferId, isNew } satisfies LedgerTransferOutput, text }
  } catch (error) {
    const name = error instanceof AppError ? error.code : error instanceof OtherTransfer ? 'other' : ''
    const refusal = refusals[name]
    if (refusal) throw new DatabaseCommandFailure(...refusal)
    throw error
  }
}
