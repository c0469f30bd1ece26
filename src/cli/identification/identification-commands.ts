import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type {
  DocumentMediaType,
  IdentificationListOutput,
  IdentificationShowOutput,
  IdentificationStateName,
} from '#schemas'
import type { Identification, IdentificationService } from '#server/protection/identification.service.ts'
import { DatabaseCommandFailure, type VerbOutcome } from '../database-command.ts'
import { deskCommand } from './identification-desk.ts'

const STATES = ['none', 'requested', 'uploaded', 'checking', 'verified', 'rejected', 'appeal'] as const
/** What waits for the operator. */
const WAITING: readonly IdentificationStateName[] = ['checking', 'appeal']
const ENDINGS: Readonly<Record<DocumentMediaType, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
}

const list = deskCommand({
  usage: 'livery identification list --brand ID [--state STATE] [--json]',
  options: { brand: 'text', state: 'text?' },
  async work(desk, { brand, state }) {
    if (state !== undefined && !STATES.some((known) => known === state))
      throw new DatabaseCommandFailure('usage', `--state is one of ${STATES.join(', ')}.`, '--state')
    const found = await desk.list(brand, state === undefined ? WAITING : [state as IdentificationStateName])
    const identifications = found.map((row) => ({
      accountId: row.accountId,
      state: row.state,
      changedAt: row.changedAt.toISOString(),
    }))
    const lines = identifications.map((one) => `${one.accountId}  ${one.state.padEnd(9)}  since ${one.changedAt}`)
    const output: IdentificationListOutput = { identifications }
    return { output, text: lines.length === 0 ? 'Nothing is waiting.' : lines.join('\n') }
  },
})

const show = deskCommand({
  usage: 'livery identification show --brand ID --account NUMBER [--json]',
  options: { brand: 'text', account: 'number' },
  async work(desk, player) {
    return told(await shown(desk, player, await desk.read(player.brand, player.account)))
  },
})

function deciding(state: 'requested' | 'verified' | 'rejected', name: string) {
  return deskCommand({
    usage: `livery identification ${name} --brand ID --account NUMBER --reason TEXT [--json]`,
    options: { brand: 'text', account: 'number', reason: 'text' },
    async work(desk, { reason, ...player }) {
      return told(await shown(desk, player, await desk.decide(player.brand, player.account, { state, reason })))
    },
  })
}

const exporting = deskCommand({
  usage: 'livery identification export --brand ID --account NUMBER --to FOLDER [--json]',
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
    return told({ ...(await shown(desk, player, found)), files })
  },
})

async function write(file: string, content: Uint8Array): Promise<void> {
  try {
    await writeFile(file, content, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new DatabaseCommandFailure('folder_taken', `${file} is there already; name another folder.`, '--to')
  }
}

async function shown(
  desk: IdentificationService,
  { brand, account }: { readonly brand: string; readonly account: number },
  { state, documents, steps, verified }: Identification,
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
    ...(verified ? { verified: [...verified] } : {}),
  }
}

function told(output: IdentificationShowOutput): VerbOutcome {
  const { accountId, state, fields, documents, steps, verified, files = [] } = output
  const lines = [
    `${accountId} is ${state}.`,
    ...steps.map((one) => `  ${one.at}  ${one.state.padEnd(9)}  ${one.by}${one.reason ? `: ${one.reason}` : ''}`),
    ...Object.entries(fields).map(([id, answer]) => `  ${id}: ${answer}`),
    ...documents.map(
      (one) => `  ${one.documentType}  ${one.mediaType}  ${one.sizeBytes} bytes${one.isSent ? '' : '  not sent'}`,
    ),
    ...(verified ? [`Verified in the profile: ${verified.join(', ') || 'nothing that it says'}.`] : []),
    ...files.map((file) => `Written: ${file}`),
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
