import { keysListCommand } from './keys-list.ts'
import { keysRetireCommand } from './keys-retire.ts'
import { keysRotateCommand } from './keys-rotate.ts'

/** The verbs of `livery keys`. */
export const keysCommands = {
  list: keysListCommand,
  rotate: keysRotateCommand,
  retire: keysRetireCommand,
} as const
