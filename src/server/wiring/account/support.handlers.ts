import { AppError } from '#calls/app-error.ts'
import {
  getSupportTalk,
  sendAdminRequest,
  sendSupportFile,
  shareIdea,
  tellTyping,
  writeToSupport,
} from '#calls/office.calls.ts'
import { SUPPORT_FILE } from '#machines/account/support-file.rules.ts'
import { supportPresence } from '#machines/account/support-hours.rules.ts'
import { consultantId } from '#machines/site/consultant.rules.ts'
import type { SupportAnswer } from '#schemas'
import type { AccountService } from '#server/account/account.service.ts'
import type { TalkLine } from '#server/account/office/support.ts'
import type { SupportFiles } from '#server/account/office/support-files.ts'
import type { Guard } from '#server/guard/guard.service.ts'
import { type AnyHandler, answer, answerForm, type CallScope, playerOf } from '../http/call-scope.ts'
import { visitorOf } from '../http/visitor-scope.ts'
import { createAdmission } from './identification.wiring.ts'

/** What the handlers of the support are given. */
export interface SupportHandlerPorts {
  readonly account: AccountService
  readonly files: Pick<SupportFiles, 'send'>
  readonly guard: Pick<Guard, 'take'>
  readonly clock: () => Date
}

const DONE = { success: true } as const

/** The queue of the desk in which ideas wait (OFF-17). */
const IDEAS = 'ideas'

/** The calls of the talk with the support, of ideas, and of the request to the administration. */
export function supportHandlers({ account, files, guard, clock }: SupportHandlerPorts): AnyHandler[] {
  const admit = createAdmission(guard, () => ({ maxFiles: 1, maxFileBytes: SUPPORT_FILE.maxBytes }))
  return [
    answer(getSupportTalk, async (_input, scope) => {
      const { lines, typing } = await account.readTalk(scope.site.brandId, playerOf(scope).accountId)
      return {
        ...presenceOf(scope, clock()),
        messages: lines.map(lineOf),
        ...(typing === null ? {} : { typing: { name: typing } }),
      }
    }),
    answer(writeToSupport, async ({ body }, scope) => {
      requireOpen(scope, clock())
      const line = { text: body.text, queue: queueOf(scope) }
      await account.writeToSupport(scope.site.brandId, playerOf(scope).accountId, line)
      return DONE
    }),
    // At any hour: nobody has to be there for it.
    answer(shareIdea, async ({ body }, scope) => {
      const line = { text: body.text, queue: IDEAS }
      await account.writeToSupport(scope.site.brandId, playerOf(scope).accountId, line)
      return DONE
    }),
    answer(tellTyping, async (_input, scope) => {
      requireOpen(scope, clock())
      await account.noteTyping(scope.site.brandId, playerOf(scope).accountId)
      return DONE
    }),
    answerForm(
      sendSupportFile,
      async (scope) => {
        requireOpen(scope, clock())
        return admit(scope)
      },
      async ({ files: [file] }, scope) => {
        if (!file) throw new AppError('request.invalid', { where: 'body/files', fault: 'must hold a file' })
        const sender = { brandId: scope.site.brandId, accountId: playerOf(scope).accountId, queue: queueOf(scope) }
        await files.send(sender, file)
        return DONE
      },
    ),
    answer(sendAdminRequest, async ({ body }, scope) => {
      const { support, global } = scope.site.config
      if (support.email === undefined) throw new AppError('service.unavailable')
      const to = { recipient: support.email, language: global.defaultLanguage }
      await account.requestAdmin(visitorOf(scope), playerOf(scope).accountId, { ...body, ...to })
      return DONE
    }),
  ]
}

function lineOf({ lineId: id, consultant, text, sentAt, file }: TalkLine): SupportAnswer['messages'][number] {
  const line = { id, text, sentAt: sentAt.toISOString(), ...(file ? { file } : {}) }
  return consultant === null ? { ...line, author: 'player' } : { ...line, author: 'consultant', name: consultant }
}

/** Where at the desk a talk in the language of the request waits (CFG-14). */
function queueOf({ site, language }: CallScope): string {
  return consultantId(site.config.support, language)
}

/** @throws AppError support.closed outside of the hours of the brand (OFF-27) */
function requireOpen(scope: CallScope, now: Date): void {
  if (!presenceOf(scope, now).isOpen) throw new AppError('support.closed')
}

function presenceOf({ site }: CallScope, now: Date): Pick<SupportAnswer, 'isOpen' | 'opensAt'> {
  const { support, global } = site.config
  const presence = supportPresence({ ...support, timeZone: global.timeZone }, now.getTime())
  if (presence.isOpen) return { isOpen: true }
  return { isOpen: false, opensAt: new Date(presence.opensAtMs).toISOString() }
}
