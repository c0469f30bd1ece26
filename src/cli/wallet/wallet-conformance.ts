import { randomUUID } from 'node:crypto'
import pino from 'pino'
import type { WalletConformanceOutput } from '#schemas'
import { builtInWallet } from '#server/casino/conformance/built-in-wallet.ts'
import type { WalletRenderer } from '#server/casino/conformance/conformance-wallet.ts'
import { httpWallet } from '#server/casino/conformance/http-wallet.ts'
import { JUDGED_ADAPTERS, judgedAdapter, rendererOf } from '#server/casino/conformance/judged-adapter.ts'
import { judgeWallet } from '#server/casino/conformance/wallet-conformance.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { baseSection } from '#server/site/base-section.ts'
import { say } from '../command-text.ts'
import type { CommandIo } from '../commands.ts'
import {
  DatabaseCommandFailure,
  type OptionValues,
  readCommandOptions,
  tellingCommand,
  type VerbOutcome,
} from '../database-command.ts'

const COMMAND = ['wallet', 'conformance'] as const
const OPTIONS = {
  adapter: 'text?',
  url: 'text?',
  key: 'text?',
  session: 'text?',
  player: 'text?',
  game: 'text?',
  currency: 'text?',
} as const

type Options = OptionValues<typeof OPTIONS>

/** `livery wallet conformance [--adapter livery|hub88|swipe] [--url URL …]`: judges the built-in wallet on books of its own, or a wallet at an
 *  address, case by case. Exits 0 when no case has failed, 1 when one has (CAS-10). */
export const conformanceCommand = tellingCommand(COMMAND, judge)

async function judge(args: readonly string[], io: CommandIo): Promise<VerbOutcome> {
  const options = readCommandOptions(OPTIONS, args, COMMAND)
  const adapter = JUDGED_ADAPTERS.find((known) => known === (options.adapter ?? 'livery'))
  if (!adapter) throw misuse(say('wallet.adapter_one_of', { known: JUDGED_ADAPTERS.join(', ') }), '--adapter')
  const output = options.url === undefined ? await judgeOwn(adapter) : await judgeAt(adapter, options.url, options, io)
  const lines = output.cases.map(({ id, title, verdict, found = '' }) =>
    say(`wallet.case_${verdict}`, { id: id.padEnd(4), title, found }),
  )
  const verdict = say(output.isConforming ? 'wallet.conforming' : 'wallet.not_conforming')
  return { output, text: [...lines, verdict].join('\n'), exit: output.isConforming ? 0 : 1 }
}

async function judgeOwn(name: WalletRenderer['adapter']): Promise<WalletConformanceOutput> {
  const database = await openDatabase({ dataDir: null, log: pino({ level: 'silent' }) })
  try {
    const { renderer, ...judged } = judgedAdapter(name)
    return await judgeWallet(builtInWallet({ db: database.db, newId: randomUUID, ...judged }), renderer)
  } finally {
    await database.close()
  }
}

function judgeAt(
  name: WalletRenderer['adapter'],
  url: string,
  { key, session, player, game, currency = 'EUR' }: Options,
  io: CommandIo,
): Promise<WalletConformanceOutput> {
  const secret = key === undefined ? undefined : io.env[key]
  if (!secret) throw misuse(say('wallet.key_needed'), '--key')
  if (session === undefined) throw misuse(say('wallet.session_needed'), '--session')
  const known = baseSection('global').currencies[currency]
  if (!known) throw misuse(say('wallet.currency_unknown', { currency }), '--currency')
  const seat = { sessionId: session, player: player ?? '', game: game ?? '', currency, exponent: known.exponent }
  return judgeWallet(httpWallet({ url, seat, fetch, clock: () => new Date() }), rendererOf(name, secret))
}

function misuse(message: string, path: string): DatabaseCommandFailure {
  return new DatabaseCommandFailure('usage', message, path)
}
