import { cancelDeskDraw, getDeskDraw, listDeskDraws } from '#calls/studio/studio-draws.calls.ts'
import type { DeskDrawQuery, DeskDrawsQuery } from '#schemas'
import type { Desk } from '../../studio/desk/desk.service.ts'
import { answerStudio, hasRole, type StudioHandler } from '../../studio/studio-scope.ts'
import type { AdmitToDesk } from './desk-admission.ts'

/** Draws and rounds at the desk: viewers read them, and those who answer for risks cancel them. */
export function deskDrawsHandlers(desk: Desk, admit: AdmitToDesk): readonly StudioHandler[] {
  return [
    answerStudio(listDeskDraws, async ({ segments: { brand }, query }, scope) => {
      await admit(scope, 'viewer', brand)
      const { page, ...wish } = query as DeskDrawsQuery
      return desk.listDraws(brand, page === undefined ? wish : { ...wish, page: Number(page) })
    }),
    answerStudio(getDeskDraw, async ({ segments: { brand }, query }, scope) => {
      const { operator } = await admit(scope, 'viewer', brand)
      const { kind, item } = query as DeskDrawQuery
      const shown = await desk.readDrawAt(brand, { kind, item: Number(item) })
      return { ...shown, mayAct: hasRole(operator, 'risk', brand) }
    }),
    answerStudio(cancelDeskDraw, async ({ segments: { brand }, body }, scope) => {
      await desk.cancelDrawAt(await admit(scope, 'risk', brand), body)
      return { isDone: true } as const
    }),
  ]
}
