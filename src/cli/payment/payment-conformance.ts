import { randomUUID } from 'node:crypto'
import pino from 'pino'
import type { PaymentsConfig } from '#schemas'
import { openDatabase } from '#server/db/open-database.ts'
import { builtInTarget } from '#server/payments/conformance/built-in-target.ts'
import { judgeProvider } from '#server/payments/conformance/conformance-run.ts'
import { httpTarget } from '#server/payments/conformance/http-target.ts'
import { baseSection } from '#server/site/base-section.ts'
import { say } from '../command-text.ts'
import type { CommandIo } from '../commands.ts'
import { readCommandOptions, tellingCommand, type VerbOutcome } from '../database-command.ts'

const OPTIONS = { url: 'text?', key: 'text?', secret: 'text?' } as const

/** `livery payment conformance [--url URL]`: judges the built-in provider, or an adapter at an address, case by case on books of its own.
 *  Exits 0 when every case is right, 1 when one is not (PAY-15). */
export const conformanceCommand = tellingCommand(['payment', 'conformance'], judge)

async function judge(args: readonly string[], io: CommandIo): Promise<VerbOutcome> {
  const { url, key, secret } = readCommandOptions(OPTIONS, args, ['payment', 'conformance'])
  const database = await openDatabase({ dataDir: null, log: pino({ level: 'silent' }) })
  const variable = (name: string | undefined) => (name === undefined ? undefined : io.env[name])
  const joined =
    url === undefined
      ? { target: builtInTarget(database.db), close: async () => undefined }
      : await httpTarget({ url, apiKey: variable(key), webhookSecret: variable(secret), fetch })
  try {
    const sections = { payments: judgedPayments(), global: baseSection('global') }
    const output = await judgeProvider({ db: database.db, sections, newId: randomUUID }, joined.target)
    const lines = output.cases.map(({ id, title, isOk, found }) =>
      isOk
        ? say('payment.case_ok', { id: id.padEnd(4), title })
        : say('payment.case_wrong', { id: id.padEnd(4), title, found: found ?? '' }),
    )
    const verdict = say(output.isConforming ? 'payment.conforming' : 'payment.not_conforming')
    return { output, text: [...lines, verdict].join('\n'), exit: output.isConforming ? 0 : 1 }
  } finally {
    await joined.close()
    await database.close()
  }
}

/** The cashier's configuration with one method, that of the provider, and no approval. */
function judgedPayments(): PaymentsConfig {
  const payments = baseSection('payments')
  const bounds = { minimumMinor: 1, maximumMinor: 1_000_000 }
  return {
    ...payments,
    methods: {
      judged: {
        ...{ order: 10, nameKey: 'payment.method_card', icon: 'card', group: 'card', provider: 'judged' },
        ...{ directions: ['deposit', 'withdrawal'], countries: [], amounts: { deposit: bounds, withdrawal: bounds } },
        ...{ timeMs: 0, level: 'none', fields: {}, isClosedLoop: false },
      },
    },
    approval: { ...payments.approval, velocityCount: 0, velocityMinor: 0, withdrawalOneAboveMinor: 0 },
  }
}
