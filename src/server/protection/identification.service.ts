import { AppError } from '#calls/app-error.ts'
import type { CallFile } from '#calls/call.ts'
import { identificationFaults } from '#machines/protection/identification-fields.rules.ts'
import {
  isBeingChecked,
  mayGiveDocuments,
  maySetState,
  stateBeforeUpload,
} from '#machines/protection/identification-state.rules.ts'
import type { DocumentType, IdentificationField, IdentificationForm, IdentificationStateName } from '#schemas'
import { type BrandTransaction, forBrand, type TransactionEnd } from '#server/db/for-brand.ts'
import { storableText } from '#server/db/storable.ts'
import { createDocuments } from './documents.ts'
import type { IdentificationPorts, IdentifyingPlayer } from './identification-ports.ts'
import {
  type DocumentRow,
  findDocument,
  type IdentificationStepRow,
  insertDocuments,
  listDocuments,
  listSteps,
  lockIdentification,
  markSent,
  takeStep,
} from './identification-rows.ts'

/** What a player has answered in the form, by field. */
type FormAnswers = Readonly<Record<string, string>>

/** An identification as its player may see it. */
export interface Identification {
  readonly state: IdentificationStateName
  readonly documents: readonly DocumentRow[]
  readonly steps: readonly IdentificationStepRow[]
  /** Fields of the profile that are verified; present when it has just been decided. */
  readonly verified?: readonly string[]
}

/** An identification by documents alone. */
const NO_FORM = { document_type: null, fields: null } as const

/** How many full identifications a player's documents may make up: what was sent is kept. */
const ROUNDS = 5

/** What the functions of `createIdentificationService` share. */
interface IdentificationParts {
  readonly ports: IdentificationPorts
  readonly documents: ReturnType<typeof createDocuments>
}

/** Identification by documents that people look at: none > requested > uploaded > checking > verified | rejected > appeal. */
export function createIdentificationService(ports: IdentificationPorts) {
  const { db } = ports
  const documents = createDocuments(ports)
  const parts: IdentificationParts = { ports, documents }

  return {
    documents,

    read: (brandId: string, accountId: number): Promise<Identification> =>
      forBrand(db, brandId).transaction((tx) => read(tx, accountId)),

    /** Keeps documents that are not sent yet. @throws AppError identification.not_open, documents.* */
    upload(player: IdentifyingPlayer, documentType: DocumentType, files: readonly CallFile[]): Promise<Identification> {
      if (files.length === 0) throw new AppError('documents.absent')
      return keep(parts, player, { files, documentType, isSent: false }, (tx, from, now) =>
        step(parts, tx, player, { from, state: 'uploaded', now, documents: files.length }),
      )
    },

    /** Takes back a document that was not sent yet. @throws AppError documents.unknown */
    removeDocument: (player: IdentifyingPlayer, id: string) => removeDocument(parts, player, id),

    /** Sends what was uploaded to be checked. @throws AppError documents.absent, identification.not_open */
    sendUploaded: (player: IdentifyingPlayer) => sendUploaded(parts, player),

    /** Sends the form with its documents, and whatever was uploaded before, to be checked.
     *  @throws AppError identification.incomplete with the fields, .not_open, documents.* */
    sendForm: (player: IdentifyingPlayer, form: IdentificationForm, files: readonly CallFile[]) =>
      sendForm(parts, player, form, files),

    /** Objects to a refusal. @throws AppError identification.not_open when there is none */
    appeal: (player: IdentifyingPlayer, text: string) => appeal(parts, player, text),

    /** What the player answered in the form, or null. */
    readFields: (brandId: string, accountId: number): Promise<FormAnswers | null> =>
      forBrand(db, brandId).transaction((tx) => readForm(parts, tx, accountId)),

    /** Moves an identification to a state in the name of the operator and notifies the player. With `verified`, the
     *  profile fields that the documents prove can no longer be changed.
     *  @param end what else happens in the transaction   @throws AppError account.unknown, identification.not_open */
    decide: (
      brandId: string,
      accountId: number,
      decision: { readonly state: 'requested' | 'verified' | 'rejected'; readonly reason: string },
      end?: TransactionEnd<Identification>,
    ) => decide(parts, brandId, accountId, decision, end),

    /** Brings an identification to where a provider's verdict leads, within the transaction that keeps the verdict, and notifies the player.
     *  Where the identification has come to something that the verdict does not bear on, it stays. @returns whether it was changed */
    decideByProvider: (tx: BrandTransaction, accountId: number, providerDecision: ProviderDecision) =>
      decideByProvider(parts, tx, accountId, providerDecision),

    /** The identifications of a brand in some states, the longest unchanged first.
     *  @param latest so many of them, those that changed last first */
    list: (brandId: string, states: readonly IdentificationStateName[], latest?: number) =>
      list(parts, brandId, states, latest),

    /** A document of a brand's player; undefined when there is none of that id. */
    findDocument: (brandId: string, id: string) =>
      forBrand(db, brandId).transaction((tx) => findDocument(tx, storableText(id))),

    /** Removes what uploads that were cut off have left in the store. @returns how many files went */
    removeOrphans: () => removeOrphans(parts),
  }
}

/** Keeps files and writes them down; when that fails, nothing is left of them. */
async function keep(
  { ports: { clock, policy, db }, documents }: IdentificationParts,
  { visitor: { brandId }, accountId }: IdentifyingPlayer,
  given: { readonly files: readonly CallFile[]; readonly documentType: DocumentType; readonly isSent: boolean },
  write: (tx: BrandTransaction, from: IdentificationStateName, now: Date) => Promise<void>,
): Promise<Identification> {
  const now = clock()
  const { maxFiles, requiredFields } = await policy(brandId)
  if (!requiredFields[given.documentType]) throw new AppError('documents.unknown')
  await forBrand(db, brandId).transaction(async (tx) => {
    checkRoom(await read(tx, accountId), given.files.length, maxFiles)
  })
  const sentAt = given.isSent ? now : null
  const kept = await documents.keep(brandId, given.files, { documentType: given.documentType, now, sentAt })
  try {
    return await forBrand(db, brandId).transaction(async (tx) => {
      const from = await lockIdentification(tx, accountId, now)
      checkRoom(await read(tx, accountId), kept.length, maxFiles)
      await insertDocuments(tx, accountId, kept)
      await write(tx, from, now)
      return read(tx, accountId)
    })
  } catch (error) {
    await documents.remove(brandId, kept)
    throw error
  }
}

async function readForm(
  { ports }: IdentificationParts,
  tx: BrandTransaction,
  accountId: number,
): Promise<FormAnswers | null> {
  const row = await tx.select('identification').select('fields').where('account_id', '=', accountId).executeTakeFirst()
  if (!row?.fields) return null
  const opened = ports.secretBox.open(fieldsUse(tx.brandId, accountId), row.fields)
  return JSON.parse(Buffer.from(opened).toString()) as FormAnswers
}

/** What the documents that were sent last say. */
async function shownBy(
  parts: IdentificationParts,
  tx: BrandTransaction,
  accountId: number,
  { documents }: Identification,
) {
  const { policy } = parts.ports
  const { requiredFields } = await policy(tx.brandId)
  const lastAt = Math.max(...documents.map(({ sentAt }) => sentAt?.getTime() ?? 0))
  const last = documents.filter(({ sentAt }) => sentAt?.getTime() === lastAt)
  const held = new Set(last.flatMap(({ documentType }) => requiredFields[documentType] ?? []))
  return { form: await readForm(parts, tx, accountId), held: [...held] }
}

/** A verified identification verifies what its documents show of the profile. */
async function verified(
  parts: IdentificationParts,
  tx: BrandTransaction,
  accountId: number,
  decided: Identification,
  now: Date,
) {
  const { ports } = parts
  if (decided.state !== 'verified') return decided
  const shown = await shownBy(parts, tx, accountId, decided)
  return { ...decided, verified: await ports.verify(tx, accountId, shown, now) }
}

async function step(
  { ports }: IdentificationParts,
  tx: BrandTransaction,
  player: IdentifyingPlayer,
  to: PlayerStep,
): Promise<void> {
  const { from, state, now, reason = null } = to
  await takeStep(tx, player.accountId, { from, state, at: now, by: 'player', reason })
  await ports.record(tx, player, { state, documents: to.documents ?? 0, now })
}

async function removeDocument(
  { ports, documents }: IdentificationParts,
  player: IdentifyingPlayer,
  id: string,
): Promise<Identification> {
  const { clock, db } = ports
  const { visitor, accountId } = player
  const now = clock()
  return forBrand(db, visitor.brandId).transaction(async (tx) => {
    const from = await lockIdentification(tx, accountId, now)
    const before = await read(tx, accountId)
    const document = before.documents.find((one) => one.id === id && one.sentAt === null)
    if (!document) throw new AppError('documents.unknown')
    await tx.delete('identity_document').where('account_id', '=', accountId).where('document_id', '=', id).execute()
    await ports.record(tx, player, { state: 'removed', documents: 1, now })
    const isLast = before.documents.filter(({ sentAt }) => sentAt === null).length === 1
    const state = stateBeforeUpload(before.steps.map((one) => one.state))
    if (isLast && from === 'uploaded')
      await takeStep(tx, accountId, { from, state, at: now, by: 'player', reason: null })
    tx.afterCommit(() => void documents.remove(visitor.brandId, [document]).catch(() => undefined))
    return read(tx, accountId)
  })
}

async function sendUploaded(parts: IdentificationParts, player: IdentifyingPlayer): Promise<Identification> {
  const { clock, db } = parts.ports
  const { visitor, accountId } = player
  const now = clock()
  return forBrand(db, visitor.brandId).transaction(async (tx) => {
    const from = await lockIdentification(tx, accountId, now)
    const waiting = (await listDocuments(tx, accountId)).filter(({ sentAt }) => sentAt === null)
    if (waiting.length === 0) throw new AppError('documents.absent')
    await markSent(tx, accountId, now)
    // What was answered before belongs to other documents.
    await tx.update('identification', NO_FORM).where('account_id', '=', accountId).execute()
    await step(parts, tx, player, { from, state: 'checking', now, documents: waiting.length })
    return read(tx, accountId)
  })
}

async function sendForm(
  parts: IdentificationParts,
  player: IdentifyingPlayer,
  form: IdentificationForm,
  files: readonly CallFile[],
): Promise<Identification> {
  const { ports } = parts
  const { policy, clock } = ports
  const { visitor, accountId } = player
  const { requiredFields } = await policy(visitor.brandId)
  checkFields(form, requiredFields[form.documentType] ?? [], clock())
  const use = fieldsUse(visitor.brandId, accountId)
  const fields = ports.secretBox.seal(use, Buffer.from(JSON.stringify(form.fields)))
  return keep(parts, player, { files, documentType: form.documentType, isSent: true }, async (tx, from, now) => {
    const all = await listDocuments(tx, accountId)
    if (!all.some(({ sentAt }) => sentAt === null || sentAt.getTime() === now.getTime()))
      throw new AppError('documents.absent')
    await markSent(tx, accountId, now)
    const answered = { document_type: form.documentType, fields }
    await tx.update('identification', answered).where('account_id', '=', accountId).execute()
    await step(parts, tx, player, { from, state: 'checking', now, documents: files.length })
  })
}

async function appeal(parts: IdentificationParts, player: IdentifyingPlayer, text: string): Promise<Identification> {
  const { clock, db } = parts.ports
  const { visitor, accountId } = player
  const now = clock()
  return forBrand(db, visitor.brandId).transaction(async (tx) => {
    const from = await lockIdentification(tx, accountId, now)
    if (from !== 'rejected') throw new AppError('identification.not_open')
    await step(parts, tx, player, { from, state: 'appeal', now, reason: text })
    return read(tx, accountId)
  })
}

async function decide(
  parts: IdentificationParts,
  brandId: string,
  accountId: number,
  decision: { readonly state: 'requested' | 'verified' | 'rejected'; readonly reason: string },
  end?: TransactionEnd<Identification>,
): Promise<Identification> {
  const { ports } = parts
  const { clock, db } = ports
  const now = clock()
  const { state, reason } = decision
  return forBrand(db, brandId).transaction(async (tx) => {
    const account = await tx
      .select('account')
      .select('account_id')
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    if (!account) throw new AppError('account.unknown')
    const from = await lockIdentification(tx, accountId, now)
    if (from === state) throw new AppError('identification.not_open')
    await takeStep(tx, accountId, { from, state, at: now, by: 'operator', reason })
    await ports.tell(tx, { accountId, news: state, reason, now })
    const decided = await verified(parts, tx, accountId, await read(tx, accountId), now)
    await end?.(tx, decided)
    return decided
  })
}

async function decideByProvider(
  { ports }: IdentificationParts,
  tx: BrandTransaction,
  accountId: number,
  { state, reason, proves, now }: ProviderDecision,
): Promise<boolean> {
  const from = await lockIdentification(tx, accountId, now)
  if (from === state || !maySetState('provider', from, state)) return false
  await takeStep(tx, accountId, { from, state, at: now, by: 'provider', reason: reason || null })
  await ports.tell(tx, { accountId, news: state, reason, now })
  if (state === 'verified') await ports.verify(tx, accountId, { form: null, held: proves }, now)
  return true
}

async function list(
  { ports: { db } }: IdentificationParts,
  brandId: string,
  states: readonly IdentificationStateName[],
  latest?: number,
) {
  return forBrand(db, brandId).transaction((tx) =>
    tx
      .select('identification')
      .select(['account_id as accountId', 'state', 'changed_at as changedAt', 'document_type as documentType'])
      .where('state', 'in', [...states])
      .orderBy('changed_at', latest === undefined ? 'asc' : 'desc')
      .orderBy('account_id')
      .$if(latest !== undefined, (query) => query.limit(latest ?? 0))
      .execute(),
  )
}

function removeOrphans({ documents, ports: { clock, db, keptElsewhere } }: IdentificationParts): Promise<number> {
  return documents.removeOrphans(clock(), (brandId, names) =>
    forBrand(db, brandId).transaction(async (tx) => {
      const rows = await tx
        .select('identity_document')
        .select('storage_name')
        .where('storage_name', 'in', [...names])
        .execute()
      return new Set([...rows.map((row) => row.storage_name), ...(await keptElsewhere(tx, names))])
    }),
  )
}

export type IdentificationService = ReturnType<typeof createIdentificationService>

/** Where the verdict of a provider leads. */
export interface ProviderDecision {
  readonly state: 'requested' | 'verified' | 'rejected'
  /** What the player may read of it; empty when there is nothing. */
  readonly reason: string
  /** Fields of the profile that the provider has compared; they can no longer be changed. */
  readonly proves: readonly IdentificationField[]
  readonly now: Date
}

interface PlayerStep {
  readonly from: IdentificationStateName
  readonly state: IdentificationStateName
  readonly now: Date
  readonly documents?: number
  readonly reason?: string
}

async function read(tx: BrandTransaction, accountId: number): Promise<Identification> {
  const row = await tx.select('identification').select('state').where('account_id', '=', accountId).executeTakeFirst()
  return {
    state: row?.state ?? 'none',
    documents: await listDocuments(tx, accountId),
    steps: await listSteps(tx, accountId),
  }
}

function checkRoom({ state, documents }: Identification, added: number, maxFiles: number): void {
  if (isBeingChecked(state) || !mayGiveDocuments(state)) throw new AppError('identification.not_open')
  const waiting = documents.filter(({ sentAt }) => sentAt === null).length
  if (waiting + added > maxFiles) throw new AppError('documents.too_many', { max: maxFiles })
  if (documents.length + added > maxFiles * ROUNDS) throw new AppError('documents.quota')
}

function checkFields(form: IdentificationForm, required: Parameters<typeof identificationFaults>[0], now: Date): void {
  const faults = identificationFaults(required, form.fields, now.toISOString().slice(0, 10))
  const fields = Object.entries(faults).map(([id, code]) => [id, { code, params: { label: id } }] as const)
  if (fields.length > 0) throw new AppError('identification.incomplete', {}, { fields: Object.fromEntries(fields) })
}

/** What the sealed answers of a player's form open for. */
export function fieldsUse(brandId: string, accountId: number): string {
  return `identification-fields:${brandId}:${accountId}`
}
