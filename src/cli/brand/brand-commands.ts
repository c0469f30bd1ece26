import { auditCommand } from './brand-audit.ts'
import { checkCommand } from './brand-check.ts'
import { coverageCommand } from './brand-coverage.ts'
import { migrateCommand } from './brand-migrate.ts'
import { newCommand } from './brand-new.ts'
import { showCommand } from './brand-show.ts'
import { textsCommand } from './brand-texts.ts'
import { doctorCommand } from './doctor/brand-doctor.ts'
import { diffCommand, historyCommand } from './life/brand-history.ts'
import { publishCommand, rollbackCommand } from './life/brand-publish.ts'
import { cloneCommand, exportCommand, importCommand } from './life/brand-transfer.ts'
import { renameCommand } from './life/rename-command.ts'

/** The verbs of `livery brand`. */
export const brandCommands = {
  audit: auditCommand,
  check: checkCommand,
  clone: cloneCommand,
  coverage: coverageCommand,
  diff: diffCommand,
  doctor: doctorCommand,
  export: exportCommand,
  history: historyCommand,
  import: importCommand,
  migrate: migrateCommand,
  new: newCommand,
  publish: publishCommand,
  rename: renameCommand,
  rollback: rollbackCommand,
  show: showCommand,
  texts: textsCommand,
} as const
