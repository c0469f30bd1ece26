import { operatorListCommand } from './operator-list.ts'
import { operatorLogCommand } from './operator-log.ts'
import { operatorResetCommand } from './operator-reset.ts'

/** The verbs of `livery operator`. */
export const operatorCommands = {
  list: operatorListCommand,
  reset: operatorResetCommand,
  log: operatorLogCommand,
} as const
