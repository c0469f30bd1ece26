import { checkCommand } from './brand-check.ts'
import { newCommand } from './brand-new.ts'
import { showCommand } from './brand-show.ts'

/** The verbs of `livery brand`. */
export const brandCommands = { check: checkCommand, new: newCommand, show: showCommand } as const
