import { existsSync } from 'node:fs'
import { nearest } from '#machines/site/nearest.rules.ts'
import { type CommandKey, chooseLanguage, say } from './command-text.ts'
import { commandLine, usageOf } from './usages.ts'

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
  /** The verb of a noun that is a command by itself: it is never said. */
  readonly alone?: string
  readonly load: () => Promise<Readonly<Record<string, Command>>>
}

/** Commands that work on the engine's sources: its repository has them, the installed package does not. */
const REPOSITORY_NOUNS: Readonly<Record<string, Noun>> = existsSync(new URL('../../stage/', import.meta.url))
  ? { scenario: { load: async () => (await import('#stage/commands/scenario-commands.ts')).scenarioCommands } }
  : {}

/** Modules are loaded on use, so that one command does not wait for the others' libraries. */
const NOUNS: Readonly<Record<string, Noun>> = {
  start: {
    alone: 'server',
    load: async () => ({ server: (await import('./start/start-command.ts')).startCommand }),
  },
  brand: { load: async () => (await import('./brand/brand-commands.ts')).brandCommands },
  ...REPOSITORY_NOUNS,
  registration: { load: async () => (await import('./registration/registration-commands.ts')).registrationCommands },
  ledger: { load: async () => (await import('./ledger/ledger-commands.ts')).ledgerCommands },
  backup: {
    alone: 'make',
    load: async () => ({ make: (await import('./backup/backup-make.ts')).backupCommand }),
  },
  restore: {
    alone: 'into',
    load: async () => ({ into: (await import('./backup/backup-restore.ts')).restoreCommand }),
  },
  keys: { load: async () => (await import('./keys/keys-commands.ts')).keysCommands },
  capacity: {
    alone: 'plan',
    load: async () => ({ plan: (await import('./capacity/capacity-command.ts')).capacityCommand }),
  },
  message: { load: async () => (await import('./office/message-commands.ts')).messageCommands },
  support: { load: async () => (await import('./office/support-commands.ts')).supportCommands },
  operator: { load: async () => (await import('./operator/operator-commands.ts')).operatorCommands },
  account: { load: async () => (await import('./office/account-commands.ts')).accountCommands },
  identification: {
    load: async () => (await import('./identification/identification-commands.ts')).identificationCommands,
  },
  recording: { load: async () => (await import('./recording/recording-commands.ts')).recordingCommands },
  campaign: { load: async () => (await import('./campaign/campaign-commands.ts')).campaignCommands },
  partner: { load: async () => (await import('./partner/partner-commands.ts')).partnerCommands },
  payment: { load: async () => (await import('./payment/payment-commands.ts')).paymentCommands },
  wallet: { load: async () => (await import('./wallet/wallet-commands.ts')).walletCommands },
  casino: { load: async () => (await import('./casino/casino-commands.ts')).casinoCommands },
  seo: { load: async () => (await import('./seo/seo-commands.ts')).seoCommands },
  feed: { load: async () => (await import('./feed/feed-commands.ts')).feedCommands },
  odds: { load: async () => (await import('./odds/odds-commands.ts')).oddsCommands },
  bet: { load: async () => (await import('./betting/bet-commands.ts')).betCommands },
  openapi: { load: async () => (await import('./openapi/openapi-commands.ts')).openapiCommands },
}

/** Runs `livery <noun> <verb> …`; `livery openapi` alone prints, and `backup` and `restore` have no verbs. @returns the exit code */
export async function commands(args: readonly string[], io: CommandIo): Promise<number> {
  chooseLanguage(io.env)
  const [name = '', verb = '', ...rest] = args
  if (name === '' || isHelp(name)) return help(io)
  const noun = NOUNS[name]
  if (!noun) return misuse(io, args, say('cli.noun_unknown', { name }), nearest(name, Object.keys(NOUNS)))
  if (isHelp(verb)) return nounHelp(name, noun, io)
  const verbs = await noun.load()
  if (noun.alone) return run(verbs[noun.alone] as Command, args.slice(1), io)
  if (Object.hasOwn(verbs, verb) && rest.some(isHelpOption)) return verbHelp(name, verb, io)
  if (name === 'openapi' && (verb === '' || verb.startsWith('-'))) return run(verbs.print as Command, args.slice(1), io)
  const command = verbs[verb]
  if (!command)
    return misuse(
      io,
      args,
      say('cli.verb_unknown', { noun: name, verb, known: Object.keys(verbs).join(', ') }),
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
async function nounHelp(name: string, { load, alone }: Noun, io: CommandIo): Promise<number> {
  const usages = alone ? [commandLine(name)] : Object.keys(await load()).map((verb) => commandLine(name, verb))
  const lines = usages.map((usage) => `  ${usage}`)
  io.stdout(`${name}: ${summaryOf(name)}\n\n${lines.join('\n')}\n`)
  return 0
}

function summaryOf(noun: string): string {
  return say(`${noun}.summary` as CommandKey)
}

function verbHelp(name: string, verb: string, io: CommandIo): number {
  io.stdout(`${usageOf(name, verb)}\n${name}: ${summaryOf(name)}\n`)
  return 0
}

function help(io: CommandIo): number {
  const lines = Object.keys(NOUNS).map((name) =>
    say('cli.help_noun', { noun: name.padEnd(14), summary: summaryOf(name) }),
  )
  io.stdout(`${say('cli.help')}\n\n${lines.join('\n')}\n`)
  return 0
}

function misuse(io: CommandIo, args: readonly string[], fault: string, suggestion: string | null): number {
  const message = suggestion ? say('cli.meant', { fault, meant: suggestion }) : fault
  if (args.includes('--json')) io.stdout(`${JSON.stringify({ error: { code: 'usage', message, path: null } })}\n`)
  else io.stderr(`${say('cli.misuse', { message })}\n`)
  return 2
}
