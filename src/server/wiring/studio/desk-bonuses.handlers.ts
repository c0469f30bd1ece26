import {
  decideGrant,
  getBonusCodes,
  getDeskCampaign,
  grantBonus,
  listDeskBonuses,
  makeBonusCodes,
  previewCampaign,
  revokeBonusCodes,
} from '#calls/studio/studio-bonuses.calls.ts'
import type { Desk } from '../../studio/desk/desk.service.ts'
import { answerStudio, hasRole, type StudioHandler } from '../../studio/studio-scope.ts'
import type { AdmitToDesk } from './desk-admission.ts'

const DONE = { isDone: true } as const

/** Bonuses at the desk: the support sees them and asks for grants; those who answer for risks approve what is above the limit, and make,
 *  read and revoke codes. */
export function deskBonusesHandlers(desk: Desk, admit: AdmitToDesk): readonly StudioHandler[] {
  return [
    answerStudio(listDeskBonuses, async ({ segments: { brand } }, scope) => {
      const at = await admit(scope, 'viewer', brand)
      return desk.listBonuses(at, hasRole(at.operator, 'risk', brand))
    }),
    answerStudio(getDeskCampaign, async ({ segments: { brand }, query: { campaign } }, scope) => {
      await admit(scope, 'viewer', brand)
      return desk.readCampaign(brand, String(campaign))
    }),
    answerStudio(previewCampaign, async ({ segments: { brand }, body: { campaign } }, scope) => {
      await admit(scope, 'viewer', brand)
      return desk.previewCampaign(brand, campaign)
    }),
    answerStudio(makeBonusCodes, async ({ segments: { brand }, body }, scope) =>
      desk.makeCodes(await admit(scope, 'risk', brand), body),
    ),
    answerStudio(getBonusCodes, async ({ segments: { brand }, query: { item } }, scope) => {
      await admit(scope, 'risk', brand)
      return desk.readCodes(brand, Number(item))
    }),
    answerStudio(revokeBonusCodes, async ({ segments: { brand }, body }, scope) => {
      await desk.revokeCodes(await admit(scope, 'risk', brand), body)
      return DONE
    }),
    answerStudio(grantBonus, async ({ segments: { brand }, body }, scope) =>
      desk.grant(await admit(scope, 'support', brand), body),
    ),
    answerStudio(decideGrant, async ({ segments: { brand }, body }, scope) => {
      await desk.decideGrant(await admit(scope, 'risk', brand), body)
      return DONE
    }),
  ]
}
