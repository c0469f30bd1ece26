import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type {
  DocumentMediaType,
  IdentificationListOutput,
  IdentificationShowOutput,
  IdentificationStateName,
} from '#schemas'
import { shownIdentification, WAITING_IDENTIFICATIONS } from '#server/protection/shown-identification.ts'
import { say } from '../command-text.ts'
import { DatabaseCommandFailure, type VerbOutcome } from '../database-command.ts'
import { deskCommand } from './identification-desk.ts'

const STATES = ['none', 'requested', 'uploaded', 'checking', 'verified', 'rejected', 'appeal'] as const
const ENDINGS: Readonly<Record<DocumentMediaType, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
}

const list = deskCommand({
  command: ['identification', 'list'],
  options: { brand: 'text', state: 'text?' },
  async work(desk, { brand, state }) {
    if (state !== undefined && !STATES.some((known) => known === state))
      throw new DatabaseCommandFailure(
        'usage',
        say('identification.state_one_of', { known: STATES.join(', ') }),
        '--state',
      )
    const found = await desk.list(
      brand,
      state === undefined ? WAITING_IDENTIFICATIONS : [state as IdentificationStateName],
    )
    const identifications = found.map((row) => ({
      accountId: row.accountId,
      state: row.state,
      changedAt: row.changedAt.toISOString(),
    }))
    const lines = identifications.map((one) =>
      say('identification.listed', { account: one.accountId, state: one.state.padEnd(9), since: one.changedAt }),
    )
    const output: IdentificationListOutput = { identifications }
    return { output, text: lines.length === 0 ? say('identification.none_waiting') : lines.join('\n') }
  },
})

const show = deskCommand({
  command: ['identification', 'show'],
  options: { brand: 'text', account: 'number' },
  async work(desk, player) {
    return told(await shownIdentification(desk, player, await desk.read(player.brand, player.account)))
  },
})

function deciding(state: 'requested' | 'verified' | 'rejected', name: string) {
  return deskCommand({
    command: ['identification', name],
    options: { brand: 'text', account: 'number', reason: 'text' },
    async work(desk, { reason, ...player }) {
      return told(
        await shownIdentification(desk, player, await desk.decide(player.brand, player.account, { state, reason })),
      )
    },
  })
}

const exporting = deskCommand({
  command: ['identification', 'export'],
  options: { brand: 'text', account: 'number', to: 'text' },
  async work(desk, { to, ...player }, cwd) {
    const folder = resolve(cwd, to)
    const found = await desk.read(player.brand, player.account)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const files: string[] = []
    for (const [index, document] of found.documents.entries()) {
      const ending = ENDINGS[document.mediaType as DocumentMediaType]
      const file = join(folder, `${player.account}-${index + 1}-${document.documentType}.${ending}`)
      await write(file, await desk.documents.read(player.brand, document))
      files.push(file)
    }
    return told({ ...(await shownIdentification(desk, player, found)), files })
  },
})

async function write(file: string, content: Uint8Array): Promise<void> {
  try {
    await writeFile(file, content, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new DatabaseCommandFailure('folder_taken', say('identification.file_taken', { file }), '--to')
  }
}

function told(output: IdentificationShowOutput): VerbOutcome {
  const { accountId, state, fields, documents, steps, verified, files = [] } = output
  const lines = [
    say('identification.state', { account: accountId, state }),
    ...steps.map((one) => `  ${one.at}  ${one.state.padEnd(9)}  ${one.by}${one.reason ? `: ${one.reason}` : ''}`),
    ...Object.entries(fields).map(([id, answer]) => `  ${id}: ${answer}`),
    ...documents.map(({ documentType: type, mediaType: form, sizeBytes: bytes, isSent }) =>
      say(isSent ? 'identification.document' : 'identification.document_unsent', { type, form, bytes }),
    ),
    ...(verified
      ? [say('identification.verified', { fields: verified.join(', ') || say('identification.nothing_verified') })]
      : []),
    ...files.map((file) => say('identification.written', { file })),
  ]
  return { output, text: lines.join('\n') }
}

/** The verbs of `livery identification`. */
export const identificationCommands = {
  list,
  show,
  request: deciding('requested', 'request'),
  verify: deciding('verified', 'verify'),
  reject: deciding('rejected', 'reject'),
  export: exporting,
} as const
