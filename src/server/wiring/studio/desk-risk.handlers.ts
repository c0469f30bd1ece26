import {
  enterDeskResult,
  getDeskExposure,
  getDeskResult,
  listDeskExposure,
  setDeskLimit,
} from '#calls/studio/studio-risk.calls.ts'
import type { Desk } from '../../studio/desk/desk.service.ts'
import { StudioFailure } from '../../studio/studio-failure.ts'
import { answerStudio, hasRole, type StudioHandler } from '../../studio/studio-scope.ts'
import type { AdmitToDesk } from './desk-admission.ts'

const DONE = { isDone: true } as const
/** Results are those of all brands, so they are entered by those who answer for the risks of all. */
const EVERYWHERE = '*'

/** Results and liabilities at the desk: viewers read them, and those who answer for risks enter results and set limits. */
export function deskRiskHandlers(desk: Desk, admit: AdmitToDesk): readonly StudioHandler[] {
  return [
    answerStudio(getDeskResult, async ({ segments: { brand }, query: { item } }, scope) => {
      const at = await admit(scope, 'viewer', brand)
      const mayAct = hasRole(at.operator, 'risk', EVERYWHERE)
      return { ...(await desk.readResult(at, Number(item))), mayAct }
    }),
    answerStudio(enterDeskResult, async ({ segments: { brand }, body }, scope) => {
      const at = await admit(scope, 'risk', brand)
      if (!hasRole(at.operator, 'risk', EVERYWHERE)) throw new StudioFailure('access.forbidden', { role: 'risk' })
      await desk.enterResult(at, body)
      return DONE
    }),
    answerStudio(listDeskExposure, async ({ segments: { brand }, query: { page, text } }, scope) => {
      await admit(scope, 'viewer', brand)
      return desk.listExposure(brand, {
        page: page === undefined ? undefined : Number(page),
        text: text === undefined ? undefined : String(text),
      })
    }),
    answerStudio(getDeskExposure, async ({ segments: { brand }, query: { item } }, scope) => {
      const { operator } = await admit(scope, 'viewer', brand)
      return { ...(await desk.readExposure(brand, Number(item))), mayAct: hasRole(operator, 'risk', brand) }
    }),
    answerStudio(setDeskLimit, async ({ segments: { brand }, body }, scope) => {
      await desk.setLimit(await admit(scope, 'risk', brand), body)
      return DONE
    }),
  ]
}
