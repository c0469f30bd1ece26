import type { Command } from '../commands.ts'
import { checkCommand } from './registration-check.ts'

/** The verbs of `livery registration`. */
export const registrationCommands: Readonly<Record<string, Command>> = { check: checkCommand }
