import {
  cancelFreeCampaign,
  createFreeCampaign,
  findDeskRounds,
  getDeskDoubt,
  getDeskRound,
  listDeskProviders,
  listFreeCampaigns,
  resolveDeskDoubt,
  switchDeskProvider,
} from '#calls/studio/studio-casino.calls.ts'
import type { Desk } from '../../studio/desk/desk.service.ts'
import { answerStudio, hasRole, type StudioHandler } from '../../studio/studio-scope.ts'
import type { AdmitToDesk } from './desk-admission.ts'

const DONE = { isDone: true } as const

/** The casino at the desk: viewers read rounds and providers, the support resolves what is in doubt, and those who answer for risks stop
 *  providers. */
export function deskCasinoHandlers(desk: Desk, admit: AdmitToDesk): readonly StudioHandler[] {
  return [
    answerStudio(getDeskDoubt, async ({ segments: { brand }, query: { item } }, scope) =>
      desk.readDoubt(await admit(scope, 'support', brand), Number(item)),
    ),
    answerStudio(resolveDeskDoubt, async ({ segments: { brand }, body }, scope) => {
      await desk.resolveDoubt(await admit(scope, 'support', brand), body)
      return DONE
    }),
    answerStudio(findDeskRounds, async ({ segments: { brand }, query: { text } }, scope) => {
      await admit(scope, 'viewer', brand)
      return desk.findRounds(brand, String(text))
    }),
    answerStudio(getDeskRound, async ({ segments: { brand }, query: { item } }, scope) => {
      await admit(scope, 'viewer', brand)
      return desk.readRound(brand, Number(item))
    }),
    answerStudio(listDeskProviders, async ({ segments: { brand } }, scope) => {
      const { operator } = await admit(scope, 'viewer', brand)
      return { providers: await desk.listProviders(brand), maySwitch: hasRole(operator, 'risk', brand) }
    }),
    answerStudio(listFreeCampaigns, async ({ segments: { brand } }, scope) => {
      await admit(scope, 'support', brand)
      return { campaigns: await desk.listFreeCampaigns(brand) }
    }),
    answerStudio(createFreeCampaign, async ({ segments: { brand }, body }, scope) => {
      await desk.createFreeCampaign(await admit(scope, 'support', brand), body)
      return DONE
    }),
    answerStudio(cancelFreeCampaign, async ({ segments: { brand }, body }, scope) => {
      await desk.cancelFreeCampaign(await admit(scope, 'support', brand), body)
      return DONE
    }),
    answerStudio(switchDeskProvider, async ({ segments: { brand }, body }, scope) => {
      await desk.switchProvider(await admit(scope, 'risk', brand), body)
      return DONE
    }),
  ]
}
