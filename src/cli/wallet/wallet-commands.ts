import { conformanceCommand } from './wallet-conformance.ts'
import { reconcileCommand } from './wallet-reconcile.ts'

/** The verbs of `livery wallet`. */
export const walletCommands = { conformance: conformanceCommand, reconcile: reconcileCommand } as const
