import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type {
  DocumentMediaType,
  IdentificationListOutput,
  IdentificationShowOutput,
  IdentificationStateName,
} from '#schemas'
import type { Identification, IdentificationService } from '#server/protection/identification.service.ts'
import type { Command, CommandIo } from '../commands.ts'
import {
  atDesk,
  type IdentificationArguments,
  IdentificationCommandFailure,
  type IdentificationVerb,
} from './identification-desk.ts'

const STATES = ['none', 'requested', 'uploaded', 'checking', 'verified', 'rejected', 'appeal'] as const
/** What waits for the operator. */
const WAITING: readonly IdentificationStateName[] = ['checking', 'appeal']
const ENDINGS: Readonly<Record<DocumentMediaType, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
}

const list: IdentificationVerb = {
  usage: 'list --brand ID [--state STATE] [--json]',
  needs: [],
  async run(desk, { brand, state, isJson }, io) {
    if (state !== undefined && !STATES.some((known) => known === state))
      throw new IdentificationCommandFailure('usage', `--state is one of ${STATES.join(', ')}.`, '--state')
    const found = await desk.list(brand, state === undefined ? WAITING : [state as IdentificationStateName])
    const identifications = found.map((row) => ({
      accountId: row.accountId,
      state: row.state,
      changedAt: row.changedAt.toISOString(),
    }))
    const lines = identifications.map((one) => `${one.accountId}  ${one.state.padEnd(9)}  since ${one.changedAt}`)
    const output: IdentificationListOutput = { identifications }
    const text = lines.length === 0 ? 'Nothing is waiting.' : lines.join('\n')
    io.stdout(`${isJson ? JSON.stringify(output) : text}\n`)
    return 0
  },
}

const show: IdentificationVerb = {
  usage: 'show --brand ID --account NUMBER [--json]',
  needs: ['account'],
  async run(desk, args, io) {
    return print(await shown(desk, args, await desk.read(args.brand, args.account)), args, io)
  },
}

function deciding(state: 'requested' | 'verified' | 'rejected', name: string): IdentificationVerb {
  return {
    usage: `${name} --brand ID --account NUMBER --reason TEXT [--json]`,
    needs: ['account', 'reason'],
    async run(desk, args, io) {
      const decided = await desk.decide(args.brand, args.account, { state, reason: args.reason })
      return print(await shown(desk, args, decided), args, io)
    },
  }
}

const exporting: IdentificationVerb = {
  usage: 'export --brand ID --account NUMBER --to FOLDER [--json]',
  needs: ['account', 'to'],
  async run(desk, args, io) {
    const folder = resolve(io.cwd, args.to)
    const found = await desk.read(args.brand, args.account)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const files: string[] = []
    for (const [index, document] of found.documents.entries()) {
      const ending = ENDINGS[document.mediaType as DocumentMediaType]
      const file = join(folder, `${args.account}-${index + 1}-${document.documentType}.${ending}`)
      await write(file, await desk.documents.read(args.brand, document))
      files.push(file)
    }
    return print({ ...(await shown(desk, args, found)), files }, args, io)
  },
}

async function write(file: string, content: Uint8Array): Promise<void> {
  try {
    await writeFile(file, content, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new IdentificationCommandFailure('folder_taken', `${file} is there already; name another folder.`, '--to')
  }
}

async function shown(
  desk: IdentificationService,
  { brand, account }: IdentificationArguments,
  { state, documents, steps }: Identification,
): Promise<IdentificationShowOutput> {
  return {
    accountId: account,
    state,
    fields: { ...(await desk.readFields(brand, account)) },
    documents: documents.map(({ id, documentType, mediaType, sizeBytes, sha256, sentAt, uploadedAt }) => ({
      id,
      documentType,
      mediaType: mediaType as DocumentMediaType,
      sizeBytes,
      sha256,
      isSent: sentAt !== null,
      uploadedAt: uploadedAt.toISOString(),
    })),
    steps: steps.map(({ state: reached, at, by, reason }) => ({
      state: reached,
      at: at.toISOString(),
      by,
      ...(reason ? { reason } : {}),
    })),
  }
}

function print(output: IdentificationShowOutput, { isJson }: IdentificationArguments, io: CommandIo): number {
  const { accountId, state, fields, documents, steps, files = [] } = output
  const lines = [
    `${accountId} is ${state}.`,
    ...steps.map((one) => `  ${one.at}  ${one.state.padEnd(9)}  ${one.by}${one.reason ? `: ${one.reason}` : ''}`),
    ...Object.entries(fields).map(([id, answer]) => `  ${id}: ${answer}`),
    ...documents.map(
      (one) => `  ${one.documentType}  ${one.mediaType}  ${one.sizeBytes} bytes${one.isSent ? '' : '  not sent'}`,
    ),
    ...files.map((file) => `Written: ${file}`),
  ]
  io.stdout(`${isJson ? JSON.stringify(output) : lines.join('\n')}\n`)
  return 0
}

const commandOf =
  (verb: IdentificationVerb): Command =>
  (args, io) =>
    atDesk(verb, args, io)

/** The verbs of `livery identification`. */
export const identificationCommands = {
  list: commandOf(list),
  show: commandOf(show),
  request: commandOf(deciding('requested', 'request')),
  verify: commandOf(deciding('verified', 'verify')),
  reject: commandOf(deciding('rejected', 'reject')),
  export: commandOf(exporting),
} as const
