import { checkCommand } from './brand-check.ts'
import { coverageCommand } from './brand-coverage.ts'
import { migrateCommand } from './brand-migrate.ts'
import { newCommand } from './brand-new.ts'
import { showCommand } from './brand-show.ts'
import { textsCommand } from './brand-texts.ts'

/** The verbs of `livery brand`. */
export const brandCommands = {
  check: checkCommand,
  coverage: coverageCommand,
  migrate: migrateCommand,
  new: newCommand,
  show: showCommand,
  texts: textsCommand,
} as const
