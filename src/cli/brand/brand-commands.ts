import { checkCommand } from './brand-check.ts'
import { coverageCommand } from './brand-coverage.ts'
import { migrateCommand } from './brand-migrate.ts'
import { newCommand } from './brand-new.ts'
import { showCommand } from './brand-show.ts'
import { textsCommand } from './brand-texts.ts'
import { diffCommand, historyCommand } from './life/brand-history.ts'
import { publishCommand, rollbackCommand } from './life/brand-publish.ts'

/** The verbs of `livery brand`. */
export const brandCommands = {
  check: checkCommand,
  coverage: coverageCommand,
  diff: diffCommand,
  history: historyCommand,
  migrate: migrateCommand,
  new: newCommand,
  publish: publishCommand,
  rollback: rollbackCommand,
  show: showCommand,
  texts: textsCommand,
} as const
