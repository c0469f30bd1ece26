import { nearest } from '#machines/site/nearest.rules.ts'
import { usageOf } from './usages.ts'

/** What a command may touch of the world outside. */
export interface CommandIo {
  readonly stdout: (text: string) => void
  readonly stderr: (text: string) => void
  /** All of standard input, as text. */
  readonly stdin: () => Promise<string>
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** One verb of a noun: takes what follows it and gives the exit code. */
export type Command = (args: readonly string[], io: CommandIo) => Promise<number>

interface Noun {
  readonly summary: string
  /** The verb of a noun that is a command by itself: it is never said. */
  readonly alone?: string
  readonly load: () => Promise<Readonly<Record<string, Command>>>
}

/** Modules are loaded on use, so that one command does not wait for the others' libraries. */
const NOUNS: Readonly<Record<string, Noun>> = {
  brand: {
    summary: 'check, coverage, migrate, new, show, texts: the folders of the brands',
    load: async () => (await import('./brand/brand-commands.ts')).brandCommands,
  },
  scenario: {
    summary: 'run, cover, gen, fuzz, shrink, diff, migrate, export, view, record: scenarios of the machines',
    load: async () => (await import('./scenario/scenario-commands.ts')).scenarioCommands,
  },
  registration: {
    summary: 'check: answers to a registration form, by the rules of page and server',
    load: async () => (await import('./registration/registration-commands.ts')).registrationCommands,
  },
  ledger: {
    summary: 'verify, correct, undo: the books of the brands',
    load: async () => (await import('./ledger/ledger-commands.ts')).ledgerCommands,
  },
  backup: {
    summary: 'FILE: the embedded database and its files in one file, beside a running server too',
    alone: 'make',
    load: async () => ({ make: (await import('./backup/backup-make.ts')).backupCommand }),
  },
  restore: {
    summary: 'FILE [--check] [--replace]: brings a backup into a data folder, or proves it',
    alone: 'into',
    load: async () => ({ into: (await import('./backup/backup-restore.ts')).restoreCommand }),
  },
  message: {
    summary: 'send: messages to the inboxes of players',
    load: async () => (await import('./office/message-commands.ts')).messageCommands,
  },
  support: {
    summary: 'list, answer, pin: the talks of players with the support',
    load: async () => (await import('./office/support-commands.ts')).supportCommands,
  },
  account: {
    summary: 'verify: fields of a profile that were compared with a document',
    load: async () => (await import('./office/account-commands.ts')).accountCommands,
  },
  identification: {
    summary: 'list, show, request, verify, reject, export: documents by which players prove who they are',
    load: async () => (await import('./identification/identification-commands.ts')).identificationCommands,
  },
  feed: {
    summary: 'import, replay, result, void, history, broadcast: matches, prices and results of all brands',
    load: async () => (await import('./feed/feed-commands.ts')).feedCommands,
  },
  odds: {
    summary: 'format: a price in the six formats in which players read it',
    load: async () => (await import('./odds/odds-commands.ts')).oddsCommands,
  },
  bet: {
    summary: 'settle: what a bet pays and why, by the rules of page and server',
    load: async () => (await import('./betting/bet-commands.ts')).betCommands,
  },
  openapi: {
    summary: 'print: the OpenAPI 3.1 document of all calls',
    load: async () => (await import('./openapi/openapi-commands.ts')).openapiCommands,
  },
}

/** Runs `livery <noun> <verb> …`; `livery openapi` alone prints, and `backup` and `restore` have no verbs. @returns the exit code */
export async function commands(args: readonly string[], io: CommandIo): Promise<number> {
  const [name = '', verb = '', ...rest] = args
  if (name === '' || isHelp(name)) return help(io)
  const noun = NOUNS[name]
  if (!noun) return misuse(io, args, `there is no noun "${name}"`, nearest(name, Object.keys(NOUNS)))
  if (isHelp(verb)) return nounHelp(name, noun, io)
  const verbs = await noun.load()
  if (noun.alone) return run(verbs[noun.alone] as Command, args.slice(1), io)
  if (Object.hasOwn(verbs, verb) && rest.some(isHelpOption)) return verbHelp(name, verb, noun, io)
  if (name === 'openapi' && (verb === '' || verb.startsWith('-'))) return run(verbs.print as Command, args.slice(1), io)
  const command = verbs[verb]
  if (!command)
    return misuse(
      io,
      args,
      `"${name}" has no verb "${verb}" (it has ${Object.keys(verbs).join(', ')})`,
      nearest(verb, Object.keys(verbs)),
    )
  return run(command, rest, io)
}

async function run(command: Command, args: readonly string[], io: CommandIo): Promise<number> {
  return await command(args, io)
}

function isHelp(word: string): boolean {
  return word === 'help' || isHelpOption(word)
}

function isHelpOption(word: string): boolean {
  return word === '--help' || word === '-h'
}

/** What a noun is about, and how it or each of its verbs is written. */
async function nounHelp(name: string, { summary, load, alone }: Noun, io: CommandIo): Promise<number> {
  const usages = alone ? [usageOf(name)] : Object.keys(await load()).map((verb) => usageOf(name, verb))
  const lines = usages.map((usage) => `  ${usage.slice('usage: '.length)}`)
  io.stdout(`${name}: ${summary}\n\n${lines.join('\n')}\n`)
  return 0
}

function verbHelp(name: string, verb: string, { summary }: Noun, io: CommandIo): number {
  io.stdout(`${usageOf(name, verb)}\n${name}: ${summary}\n`)
  return 0
}

function help(io: CommandIo): number {
  const lines = Object.entries(NOUNS).map(([name, { summary }]) => `  livery ${name.padEnd(14)} ${summary}`)
  io.stdout(`livery <noun> <verb> [options]\n\n${lines.join('\n')}\n`)
  return 0
}

function misuse(io: CommandIo, args: readonly string[], fault: string, suggestion: string | null): number {
  const message = `${fault}${suggestion ? `; did you mean "${suggestion}"?` : ''}`
  if (args.includes('--json')) io.stdout(`${JSON.stringify({ error: { code: 'usage', message, path: null } })}\n`)
  else io.stderr(`livery: ${message}\nRun \`livery help\` for the list.\n`)
  return 2
}
