import { parseArgs } from 'node:util'
import type { RegistrationErrorOutput } from '#schemas'
import { brandsFolder } from '../brand/brand-arguments.ts'
import { CommandFailure } from '../command-failure.ts'
import { say } from '../command-text.ts'
import type { CommandIo } from '../commands.ts'
import { commandLine } from '../usages.ts'

/** Why the answers cannot be judged at all. */
export class RegistrationCommandFailure extends CommandFailure<RegistrationErrorOutput['error']['code']> {}

/** What stands on the command line of `livery registration check`. */
export interface CheckArguments {
  readonly brand: string
  readonly type: string
  readonly brandsDir: string
  readonly country: string | undefined
  readonly language: string | undefined
  readonly now: Date
  readonly isPhoneConfirmed: boolean
  readonly isEmailAccepted: boolean
}

const OPTIONS = {
  country: { type: 'string' },
  lng: { type: 'string' },
  now: { type: 'string' },
  'confirmed-phone': { type: 'boolean' },
  'accept-email': { type: 'boolean' },
  brands: { type: 'string' },
  json: { type: 'boolean' },
} as const

/** Reads the command line. @throws RegistrationCommandFailure `usage` */
export function readArguments(args: readonly string[], io: CommandIo): CheckArguments {
  const { values, positionals } = parse([...args])
  const [brand, type, ...more] = positionals
  if (!brand || !type || more.length > 0) throw usage(say('registration.one_brand'))
  return {
    brand,
    type,
    brandsDir: brandsFolder(values.brands, io),
    country: values.country === undefined ? undefined : readCountry(values.country),
    language: values.lng,
    now: values.now === undefined ? new Date() : readInstant(values.now),
    isPhoneConfirmed: values['confirmed-phone'] === true,
    isEmailAccepted: values['accept-email'] === true,
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true, strict: true })
  } catch (error) {
    throw usage((error as Error).message)
  }
}

function readCountry(text: string): string {
  if (/^[a-z]{2}$/i.test(text)) return text.toLowerCase()
  throw usage(say('registration.country', { text }), '--country')
}

function readInstant(text: string): Date {
  const instant = new Date(text)
  if (!Number.isNaN(instant.getTime())) return instant
  throw usage(say('registration.now', { text }), '--now')
}

function usage(message: string, path: string | null = null): RegistrationCommandFailure {
  return new RegistrationCommandFailure(
    'usage',
    say('cli.with_usage', { message, usage: commandLine('registration', 'check') }),
    path,
  )
}
