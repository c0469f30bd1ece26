import { AppError } from '#calls/app-error.ts'
import {
  appealIdentification,
  getDocuments,
  getIdentificationConfig,
  getIdentificationFailure,
  postIdentification,
  removeDocument,
  uploadDocuments,
  verifyDocuments,
} from '#calls/identification.calls.ts'
import { shownFields } from '#machines/protection/identification-fields.rules.ts'
import type { DocumentDemand, DocumentsAnswer, IdentificationConfig, IdentificationState } from '#schemas'
import { knownProfile, verifyFields } from '#server/account/office/profile-change.ts'
import { storedOfTalks } from '#server/account/office/support-files.ts'
import { provenAddress } from '#server/account/secrets/password-change.ts'
import type { SecretBox } from '#server/account/secrets/secret-box.ts'
import { recordSecurityEvent, type SecurityEventKind } from '#server/account/security-events.ts'
import type { OpenDatabase } from '#server/db/open-database.ts'
import type { DeliveryService } from '#server/delivery/delivery.service.ts'
import type { Guard } from '#server/guard/guard.service.ts'
import { budgetKeys } from '#server/guard/visitor.ts'
import type { DocumentStore } from '#server/protection/document-store.ts'
import { MAX_PIXELS } from '#server/protection/documents.ts'
import {
  createIdentificationService,
  type Identification,
  type IdentificationService,
} from '#server/protection/identification.service.ts'
import type { IdentificationPolicy, IdentifyingPlayer } from '#server/protection/identification-ports.ts'
import type { IdentityChecks } from '#server/protection/identity/identity-checks.ts'
import type { IdentityProviderId } from '#server/protection/identity/identity-provider.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'
import { type AnyHandler, answer, answerForm, type CallScope, type FormGate } from '../http/call-scope.ts'
import { visitorOf } from '../http/visitor-scope.ts'

export interface IdentificationWiringPorts {
  readonly database: Pick<OpenDatabase, 'db'>
  readonly clock: () => Date
  readonly store: DocumentStore
  readonly secretBox: SecretBox
  readonly delivery: Pick<DeliveryService, 'enqueue'>
  readonly site: (brandId: string) => Promise<ResolvedSite>
}

/** Multipart bodies that are in memory at once at most. */
const BODIES_AT_ONCE = 8
const BUSY_SECONDS = 5
const MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const

const EVENTS: Readonly<Record<string, SecurityEventKind>> = {
  uploaded: 'identification.uploaded',
  checking: 'identification.sent',
  appeal: 'identification.appealed',
  removed: 'identification.removed',
}

/** Joins identification with the account that it belongs to and with the messages that it writes. */
export function createIdentification(ports: IdentificationWiringPorts): IdentificationService {
  const { database, clock, store, secretBox, delivery, site } = ports
  return createIdentificationService({
    db: database.db,
    clock,
    store,
    secretBox,
    keptElsewhere: storedOfTalks,
    policy: async (brandId) => policyOf(await site(brandId)),
    record: async (tx, { visitor, accountId }, { state, documents, now }) => {
      const kind = EVENTS[state]
      if (kind) await recordSecurityEvent(tx, visitor, { kind, accountId, now, details: { documents } })
    },
    verify: async (tx, accountId, shown, now) => {
      const { answers } = await knownProfile(tx, accountId, 'lock')
      return verifyFields(tx, { accountId, fieldIds: shownFields(answers, shown), now })
    },
    tell: async (tx, { accountId, news, reason, now }) => {
      const address = await provenAddress(tx, accountId)
      if (!address) return
      const profile = await tx
        .select('profile')
        .select('language')
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      const { manifest, config } = await site(tx.brandId)
      await delivery.enqueue(tx, {
        kind: address.kind === 'email' ? 'mail' : 'sms',
        recipient: address.value,
        template: `identification_${news}`,
        language: profile?.language ?? config.global.defaultLanguage,
        params: { brand: manifest.name, reason },
        now,
      })
    },
  })
}

/** Who answers the calls of identification. */
export interface IdentificationHandlerPorts {
  readonly service: IdentificationService
  readonly checks: IdentityChecks
  readonly guard: Pick<Guard, 'take'>
}

/** The calls of identification and verification (KYC-1 to KYC-3). */
export function identificationHandlers({ service, checks, guard }: IdentificationHandlerPorts): readonly AnyHandler[] {
  const admit = createAdmission(guard, ({ site }) => {
    const { maxFiles, maxFileBytes } = policyOf(site)
    return { maxFiles, maxFileBytes }
  })
  return [
    answer(getIdentificationConfig, async (_input, scope) =>
      configOf(scope, await read(service, scope), await checks.offered(scope.site.brandId)),
    ),
    answer(getIdentificationFailure, async (_input, scope) => {
      const { state, reason, changedAt } = stateOf(await read(service, scope))
      const isFailed = state === 'rejected'
      if (!isFailed) return { isFailed, mayAppeal: false }
      return { isFailed, mayAppeal: true, ...(reason ? { reason } : {}), ...(changedAt ? { failedAt: changedAt } : {}) }
    }),
    answer(getDocuments, async (_input, scope) => documentsOf(await read(service, scope))),
    answer(removeDocument, async ({ body }, scope) =>
      documentsOf(await service.removeDocument(identifyingPlayerOf(scope), body.id)),
    ),
    answer(verifyDocuments, async (_input, scope) => stateOf(await service.sendUploaded(identifyingPlayerOf(scope)))),
    answer(appealIdentification, async ({ body }, scope) =>
      stateOf(await service.appeal(identifyingPlayerOf(scope), body.text)),
    ),
    answerForm(uploadDocuments, admit, async ({ form, files }, scope) =>
      documentsOf(await service.upload(identifyingPlayerOf(scope), form.documentType, files)),
    ),
    answerForm(postIdentification, admit, async ({ form, files }, scope) => {
      const { veridocSessionId: documentSessionId, veriliveSessionId: livenessSessionId } = form
      if (documentSessionId === undefined && livenessSessionId === undefined)
        return stateOf(await service.sendForm(identifyingPlayerOf(scope), form, files))
      // What the frame has seen needs nobody to look at it.
      const player = { brandId: scope.site.brandId, accountId: identifyingPlayerOf(scope).accountId }
      await checks.judgeSessions(player, { documentSessionId, livenessSessionId })
      return stateOf(await read(service, scope))
    }),
  ]
}

/** Lets a sender of files in whose budget is not spent, one at a time of an account, and not too many at once.
 *  @param limits how many files one body may have, and of how many bytes each */
export function createAdmission(
  guard: Pick<Guard, 'take'>,
  limits: (scope: CallScope) => Omit<FormGate, 'leave'>,
): (scope: CallScope) => Promise<FormGate> {
  const underWay = new Set<string>()
  return async (scope) => {
    const { visitor, accountId } = identifyingPlayerOf(scope)
    const sender = `${visitor.brandId}:${accountId}`
    if (underWay.has(sender) || underWay.size >= BODIES_AT_ONCE)
      throw new AppError('upload.under_way', {}, { retryAfterSeconds: BUSY_SECONDS })
    underWay.add(sender)
    const leave = () => void underWay.delete(sender)
    try {
      await guard.take('document_upload', visitor.brandId, budgetKeys(visitor, String(accountId)))
    } catch (error) {
      leave()
      throw error
    }
    return { ...limits(scope), leave }
  }
}

function policyOf({ config }: Pick<ResolvedSite, 'config'>): IdentificationPolicy {
  const { documentMaxFiles: maxFiles, documentMaxBytes: maxFileBytes, requiredDocumentFields } = config.office
  return { maxFiles, maxFileBytes, requiredFields: requiredDocumentFields }
}

function identifyingPlayerOf(scope: CallScope): IdentifyingPlayer {
  if (!scope.player) throw new AppError('access.denied')
  return { visitor: visitorOf(scope), accountId: scope.player.accountId }
}

function read(service: IdentificationService, scope: CallScope): Promise<Identification> {
  return service.read(scope.site.brandId, identifyingPlayerOf(scope).accountId)
}

function stateOf({ state, steps }: Identification): IdentificationState {
  const last = steps.findLast((step) => step.state === state)
  const isTold = last?.by === 'operator' && last.reason
  return {
    state,
    ...(last ? { changedAt: last.at.toISOString() } : {}),
    ...(isTold ? { reason: last.reason as string } : {}),
  }
}

function configOf(
  { site }: CallScope,
  identification: Identification,
  offered: readonly IdentityProviderId[],
): IdentificationConfig {
  const { maxFiles, maxFileBytes, requiredFields } = policyOf(site)
  const demands = Object.entries(requiredFields).map(([id, fields]) => ({ id, fields: [...fields] }) as DocumentDemand)
  return {
    identification: stateOf(identification),
    flowTypes: ['documents', ...PROVIDED.filter((way) => offered.includes(way))],
    documentTypes: demands,
    mediaTypes: [...MEDIA_TYPES],
    maxFiles,
    maxFileBytes,
    maxPixels: MAX_PIXELS,
  }
}

/** The ways that go by a provider of the brand, in the order in which they are offered. */
const PROVIDED = ['smart_id', 'mobile_id', 'sumsub'] as const

function documentsOf(identification: Identification): DocumentsAnswer {
  return {
    identification: stateOf(identification),
    documents: identification.documents.map(({ id, documentType, mediaType, sizeBytes, uploadedAt, sentAt }) => ({
      id,
      documentType,
      mediaType: mediaType as DocumentsAnswer['documents'][number]['mediaType'],
      sizeBytes,
      isSent: sentAt !== null,
      uploadedAt: uploadedAt.toISOString(),
    })),
    history: identification.steps.map(({ state, at, by, reason }) => ({
      state,
      at: at.toISOString(),
      by,
      ...(reason ? { reason } : {}),
    })),
  }
}
