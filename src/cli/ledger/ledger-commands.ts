import { correctCommand, undoCommand } from './ledger-correct.ts'
import { openRecordsCommand } from './ledger-open.ts'
import { verifyCommand } from './ledger-verify.ts'

/** The verbs of `livery ledger`. */
export const ledgerCommands = {
  verify: verifyCommand,
  correct: correctCommand,
  undo: undoCommand,
  open: openRecordsCommand,
} as const
