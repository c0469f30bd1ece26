import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { AppError } from '#calls/app-error.ts'
import type { IdentificationErrorOutput } from '#schemas'
import { readSecretKey } from '#server/account/secret-key.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { readEnvironment } from '#server/environment.ts'
import { createFolderStore, DOCUMENTS_FOLDER } from '#server/protection/document-store.ts'
import type { IdentificationService } from '#server/protection/identification.service.ts'
import { createBrandStore } from '#server/site/brand-store.ts'
import { createIdentity } from '#server/wiring/identity.wiring.ts'
import type { CommandIo } from '../commands.ts'

type Fault = IdentificationErrorOutput['error']

/** Why a command on identifications has done nothing. */
export class IdentificationCommandFailure extends Error {
  override readonly name = 'IdentificationCommandFailure'
  readonly fault: Fault

  constructor(code: Fault['code'], message: string, path: string | null = null) {
    super(message)
    this.fault = { code, message, path }
  }
}

const OPTIONS = {
  brand: { type: 'string' },
  account: { type: 'string' },
  state: { type: 'string' },
  reason: { type: 'string' },
  to: { type: 'string' },
  json: { type: 'boolean' },
} as const

/** What stands on the command line. */
export interface IdentificationArguments {
  readonly brand: string
  readonly account: number
  readonly state: string | undefined
  readonly reason: string
  readonly to: string
  readonly isJson: boolean
}

/** A verb: which options it needs, and what it does. @returns the exit code */
export interface IdentificationVerb {
  readonly usage: string
  readonly needs: readonly ('account' | 'reason' | 'to')[]
  readonly run: (desk: IdentificationService, args: IdentificationArguments, io: CommandIo) => Promise<number>
}

/** Does something with the identifications of the data folder or database that the environment names, beside a running server
 *  too. @returns what the verb returns, 1 when the state forbids it, 2 when it cannot be done */
export async function atDesk(verb: IdentificationVerb, args: readonly string[], io: CommandIo): Promise<number> {
  let close: (() => Promise<void>) | undefined
  try {
    const read = readArguments(verb, args)
    const desk = await openDesk(io)
    close = desk.close
    return await verb.run(desk.service, read, io)
  } catch (error) {
    return tell(asFailure(error), args, io)
  } finally {
    await close?.()
  }
}

function readArguments({ usage, needs }: IdentificationVerb, args: readonly string[]): IdentificationArguments {
  const fail = (message: string, path: string | null): never => {
    throw new IdentificationCommandFailure('usage', `${message} Usage: livery identification ${usage}`, path)
  }
  const values = (() => {
    try {
      return parseArgs({ args: [...args], options: OPTIONS, strict: true }).values
    } catch (error) {
      return fail((error as Error).message, null)
    }
  })()
  for (const name of ['brand', ...needs] as const) if (!values[name]?.trim()) fail(`--${name} is missing.`, `--${name}`)
  const account = Number(values.account ?? 0)
  if (!Number.isSafeInteger(account)) fail(`--account takes a number, not "${values.account}".`, '--account')
  const { brand = '', reason = '', to = '', state } = values
  return { brand, account, state, reason: reason.trim(), to, isJson: values.json ?? false }
}

async function openDesk({ env, cwd }: CommandIo) {
  const environment = environmentOf(env)
  const dataDir = resolve(cwd, environment.LIVERY_DATA)
  if (!existsSync(dataDir)) {
    const message = `There is no data: the folder ${dataDir} does not exist. Name the one of the server in LIVERY_DATA.`
    throw new IdentificationCommandFailure('data_absent', message, dataDir)
  }
  const log = pino({ level: 'silent' })
  const database = await openDatabase({ dataDir, databaseUrl: environment.DATABASE_URL, log })
  const brands = createBrandStore({
    brandsDir: resolve(cwd, environment.LIVERY_BRANDS),
    now: () => performance.now(),
    log,
  })
  const { identification: service } = createIdentity({
    database,
    brands,
    log,
    clock: () => new Date(),
    keepsSecrets: false,
    secretKey: readSecretKey({ environment, dataDir }),
    documents: createFolderStore(join(dataDir, DOCUMENTS_FOLDER)),
  })
  return { service, close: () => database.close() }
}

function environmentOf(env: CommandIo['env']) {
  try {
    return readEnvironment(env)
  } catch (error) {
    throw new IdentificationCommandFailure('usage', (error as Error).message)
  }
}

function asFailure(error: unknown): IdentificationCommandFailure {
  if (error instanceof IdentificationCommandFailure) return error
  const code = error instanceof AppError ? error.code : ''
  if (code === 'account.unknown')
    return new IdentificationCommandFailure('account_unknown', 'The brand has no such account.', '--account')
  if (code === 'identification.not_open')
    return new IdentificationCommandFailure(
      'not_open',
      'The identification is not in a state from which this is possible; `livery identification show` tells its state.',
      '--account',
    )
  if (code === 'brand.broken')
    return new IdentificationCommandFailure(
      'brand_broken',
      'The brand cannot be read, so its player cannot be told: check it by `livery brand check`, and LIVERY_BRANDS.',
      '--brand',
    )
  throw error
}

const REFUSALS: ReadonlySet<Fault['code']> = new Set(['not_open'])

function tell({ fault }: IdentificationCommandFailure, args: readonly string[], io: CommandIo): number {
  if (args.includes('--json')) io.stdout(`${JSON.stringify({ error: fault } satisfies IdentificationErrorOutput)}\n`)
  io.stderr(`livery identification: ${fault.message}\n`)
  return REFUSALS.has(fault.code) ? 1 : 2
}
