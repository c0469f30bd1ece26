import {
  cancelDeskToto,
  enterDeskToto,
  getDeskToto,
  listDeskToto,
  makeDeskToto,
} from '#calls/studio/studio-toto.calls.ts'
import type { Desk } from '../../studio/desk/desk.service.ts'
import { answerStudio, hasRole, type StudioHandler } from '../../studio/studio-scope.ts'
import type { AdmitToDesk } from './desk-admission.ts'

const DONE = { isDone: true } as const

/** Toto at the desk: viewers read draws, and those who answer for risks make, correct and cancel them. */
export function deskTotoHandlers(desk: Desk, admit: AdmitToDesk): readonly StudioHandler[] {
  return [
    answerStudio(listDeskToto, async ({ segments: { brand } }, scope) => {
      const { operator } = await admit(scope, 'viewer', brand)
      return { ...(await desk.listToto(brand)), mayAct: hasRole(operator, 'risk', brand) }
    }),
    answerStudio(getDeskToto, async ({ segments: { brand }, query: { item } }, scope) => {
      const { operator } = await admit(scope, 'viewer', brand)
      return { ...(await desk.readToto(brand, Number(item))), mayAct: hasRole(operator, 'risk', brand) }
    }),
    answerStudio(makeDeskToto, async ({ segments: { brand }, body }, scope) => {
      await desk.makeToto(await admit(scope, 'risk', brand), body)
      return DONE
    }),
    answerStudio(enterDeskToto, async ({ segments: { brand }, body }, scope) => {
      await desk.enterToto(await admit(scope, 'risk', brand), body)
      return DONE
    }),
    answerStudio(cancelDeskToto, async ({ segments: { brand }, body }, scope) => {
      await desk.cancelToto(await admit(scope, 'risk', brand), body)
      return DONE
    }),
  ]
}
