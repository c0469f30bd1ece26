import {
  answerDeskTalk,
  blockPlayer,
  claimDeskItem,
  decideDeskAppeal,
  decideDeskIdentification,
  decideDeskPayment,
  decideDeskProtection,
  endPlayerSession,
  getDeskAppeal,
  getDeskIdentification,
  getDeskPayment,
  getDeskPlayer,
  getDeskProtection,
  getDeskTalk,
  listDesk,
  messagePlayer,
  notePlayer,
  searchPlayers,
  tellDeskTyping,
  unblockPlayer,
} from '#calls/studio/studio-desk.calls.ts'
import type { DeskQuery } from '#schemas'
import type { ResolvedSite } from '../../site/resolved-site.ts'
import type { Desk } from '../../studio/desk/desk.service.ts'
import { answerStudio, hasRole, type StudioHandler } from '../../studio/studio-scope.ts'
import { paymentCard } from '../payments/payment-shapes.ts'
import { type AnalyticsHandlerPorts, studioAnalyticsHandlers } from './analytics.handlers.ts'
import { type AdmitToDesk, admission } from './desk-admission.ts'
import { deskBonusesHandlers } from './desk-bonuses.handlers.ts'
import { deskCasinoHandlers } from './desk-casino.handlers.ts'
import { deskDrawsHandlers } from './desk-draws.handlers.ts'
import { deskRiskHandlers } from './desk-risk.handlers.ts'
import { deskTotoHandlers } from './desk-toto.handlers.ts'
import { experimentsHandlers } from './experiments.handlers.ts'
import { recordingFiles, recordingHandlers, type Watching } from './recordings.handlers.ts'
import type { StudioFileRoute } from './studio-files.ts'

/** What the handlers of the desk are given. */
export interface DeskHandlerPorts {
  readonly desk: Desk
  /** Whether there is a brand of this id. */
  readonly isBrand: (brand: string) => Promise<boolean>
  /** The site of a brand that is served. */
  readonly site: (brand: string) => Promise<ResolvedSite>
  readonly analytics: AnalyticsHandlerPorts['analytics']
  readonly recordings: Watching
  readonly clock: () => Date
}

const DONE = { isDone: true } as const

/** The handlers of the desk: viewers look for players and read their pages, all else is for the support. */
export function deskHandlers({
  desk,
  isBrand,
  site,
  analytics,
  recordings,
  clock,
}: DeskHandlerPorts): readonly StudioHandler[] {
  const admit = admission(isBrand)
  return [
    ...playerHandlers(desk, admit),
    ...itemHandlers(desk, admit),
    ...moneyHandlers(desk, admit, site),
    ...deskCasinoHandlers(desk, admit),
    ...deskTotoHandlers(desk, admit),
    ...deskDrawsHandlers(desk, admit),
    ...deskRiskHandlers(desk, admit),
    ...deskBonusesHandlers(desk, admit),
    ...studioAnalyticsHandlers({ analytics, admit, site, clock }),
    ...experimentsHandlers({ analytics, admit, site, clock }),
    ...recordingHandlers({ recordings, admit, site, clock }),
  ]
}

function playerHandlers(desk: Desk, admit: AdmitToDesk): readonly StudioHandler[] {
  return [
    answerStudio(searchPlayers, async ({ segments: { brand }, query: { text } }, scope) => {
      await admit(scope, 'viewer', brand)
      return desk.search(brand, String(text))
    }),
    answerStudio(getDeskPlayer, async ({ segments: { brand }, query: { accountId } }, scope) => {
      const { operator } = await admit(scope, 'viewer', brand)
      return desk.readPlayer(brand, Number(accountId), hasRole(operator, 'support', brand))
    }),
    answerStudio(blockPlayer, async ({ segments: { brand }, body }, scope) => {
      await desk.block(await admit(scope, 'support', brand), body)
      return DONE
    }),
    answerStudio(unblockPlayer, async ({ segments: { brand }, body }, scope) => {
      await desk.unblock(await admit(scope, 'support', brand), body)
      return DONE
    }),
    answerStudio(endPlayerSession, async ({ segments: { brand }, body }, scope) => {
      await desk.endSession(await admit(scope, 'support', brand), body)
      return DONE
    }),
    answerStudio(notePlayer, async ({ segments: { brand }, body }, scope) => {
      await desk.note(await admit(scope, 'support', brand), body)
      return DONE
    }),
    answerStudio(messagePlayer, async ({ segments: { brand }, body }, scope) => {
      await desk.message(await admit(scope, 'support', brand), body)
      return DONE
    }),
  ]
}

function itemHandlers(desk: Desk, admit: AdmitToDesk): readonly StudioHandler[] {
  return [
    answerStudio(listDesk, async ({ segments: { brand }, query }, scope) => {
      const { page, ...wish } = query as DeskQuery
      const at = await admit(scope, wish.kind === 'result' ? 'viewer' : 'support', brand)
      return desk.list(at, page === undefined ? wish : { ...wish, page: Number(page) })
    }),
    answerStudio(claimDeskItem, async ({ segments: { brand }, body }, scope) =>
      desk.claim(await admit(scope, body.kind === 'result' ? 'risk' : 'support', brand), body),
    ),
    answerStudio(getDeskTalk, async ({ segments: { brand }, query: { accountId } }, scope) =>
      desk.readTalk(await admit(scope, 'support', brand), Number(accountId)),
    ),
    answerStudio(answerDeskTalk, async ({ segments: { brand }, body }, scope) => {
      await desk.answerTalk(await admit(scope, 'support', brand), body)
      return DONE
    }),
    answerStudio(tellDeskTyping, async ({ segments: { brand }, body }, scope) => {
      await desk.tellTyping(await admit(scope, 'support', brand), body.accountId)
      return DONE
    }),
    answerStudio(getDeskIdentification, async ({ segments: { brand }, query: { accountId } }, scope) =>
      desk.readIdentification(await admit(scope, 'support', brand), Number(accountId)),
    ),
    answerStudio(decideDeskIdentification, async ({ segments: { brand }, body }, scope) => {
      await desk.decideIdentification(await admit(scope, 'support', brand), body)
      return DONE
    }),
    answerStudio(getDeskAppeal, async ({ segments: { brand }, query: { item } }, scope) =>
      desk.readAppeal(await admit(scope, 'support', brand), Number(item)),
    ),
    answerStudio(decideDeskAppeal, async ({ segments: { brand }, body }, scope) => {
      await desk.decideAppeal(await admit(scope, 'support', brand), body)
      return DONE
    }),
    answerStudio(getDeskProtection, async ({ segments: { brand }, query: { item } }, scope) =>
      desk.readProtection(await admit(scope, 'support', brand), Number(item)),
    ),
    answerStudio(decideDeskProtection, async ({ segments: { brand }, body }, scope) => {
      await desk.decideProtection(await admit(scope, 'support', brand), body)
      return DONE
    }),
  ]
}

function moneyHandlers(desk: Desk, admit: AdmitToDesk, site: DeskHandlerPorts['site']): readonly StudioHandler[] {
  return [
    answerStudio(getDeskPayment, async ({ segments: { brand }, query: { item } }, scope) => {
      const { payment, approvals, events, ...more } = await desk.readPayment(
        await admit(scope, 'support', brand),
        Number(item),
      )
      return {
        item: payment.payment_id,
        payment: paymentCard(payment, await site(brand)),
        ...more,
        rules: [...payment.rules],
        approvalsNeeded: payment.approvals_needed,
        approvals: [...approvals],
        events: events.map(({ at, state, verdict, why }) => `${at.toISOString()} ${state}: ${verdict}, ${why}`),
      }
    }),
    answerStudio(decideDeskPayment, async ({ segments: { brand }, body }, scope) => {
      await desk.decidePayment(await admit(scope, 'support', brand), body)
      return DONE
    }),
  ]
}

/** The documents of identity and files of talks that the desk shows, and the pictures of recordings. */
export function deskFiles({
  desk,
  isBrand,
  recordings,
}: Pick<DeskHandlerPorts, 'desk' | 'isBrand' | 'recordings'>): readonly StudioFileRoute[] {
  const admit = admission(isBrand)
  return [
    {
      path: '/studio-api/identity-document/:brand/:id',
      read: async ({ brand = '', id = '' }, scope) => desk.openDocument(await admit(scope, 'support', brand), id),
    },
    {
      path: '/studio-api/support-file/:brand/:id',
      read: async ({ brand = '', id = '' }, scope) => desk.openTalkFile(await admit(scope, 'support', brand), id),
    },
    ...recordingFiles(recordings, admit),
  ]
}
