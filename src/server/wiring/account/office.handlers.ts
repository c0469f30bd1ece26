import { AppError } from '#calls/app-error.ts'
import {
  deleteMessage,
  getLeftMenuData,
  getMessages,
  getPartitions,
  getSupportTalk,
  readMessage,
  sendAdminRequest,
  writeToSupport,
} from '#calls/office.calls.ts'
import { supportPresence } from '#machines/account/support-hours.rules.ts'
import { isRouteOffered, ROUTES } from '#machines/site/routes/routes.ts'
import { textWriter } from '#machines/site/text.rules.ts'
import type { MessagesAnswer, RouteId, SupportAnswer } from '#schemas'
import type { AccountService } from '#server/account/account.service.ts'
import type { InboxMessage } from '#server/account/office/messages.ts'
import type { TalkLine } from '#server/account/office/support.ts'
import { pageTexts } from '#server/site/dictionaries.ts'
import { type AnyHandler, answer, type CallScope, playerOf } from '../http/call-scope.ts'
import { visitorOf } from '../http/visitor-scope.ts'

/** The calls of the office's menu, of the inbox and of the support. */
export function officeHandlers(account: AccountService, clock: () => Date): AnyHandler[] {
  return [...menuHandlers(account), ...inboxHandlers(account), ...supportHandlers(account, clock)]
}

function menuHandlers(account: AccountService): AnyHandler[] {
  return [
    answer(getLeftMenuData, async (_input, scope) => {
      const { accountId } = playerOf(scope)
      const counts = {
        office_messages: await account.countUnread(scope.site.brandId, accountId),
        office_support: await account.countUnseenAnswers(scope.site.brandId, accountId),
      }
      const waiting = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
      return { data: { id: String(accountId), type: 'left-menu', attributes: { counts: waiting } } }
    }),
    answer(getPartitions, async (_input, { site, language, country }) => {
      const { application, boolean: flags } = site.config
      const offer = { routes: application.routes, flags, language, country, isSignedIn: true }
      const ids = (Object.keys(ROUTES) as RouteId[]).filter((id) => ROUTES[id].kind === 'office')
      return { partitions: ids.filter((id) => isRouteOffered(id, offer)) }
    }),
  ]
}

function inboxHandlers(account: AccountService): AnyHandler[] {
  return [
    answer(getMessages, async (_input, scope) => {
      const { brandId } = scope.site
      const { accountId } = playerOf(scope)
      const messages = await account.readInbox(brandId, accountId)
      const t = textWriter(scope.language, pageTexts(scope.site, scope.language))
      return {
        messages: messages.map((message) => written(message, (key) => t(key))),
        unread: await account.countUnread(brandId, accountId),
      }
    }),
    answer(readMessage, async ({ body }, scope) => {
      await account.readMessage(scope.site.brandId, playerOf(scope).accountId, body.message_id)
      return { success: true as const }
    }),
    answer(deleteMessage, async ({ body }, scope) => {
      await account.deleteMessage(scope.site.brandId, playerOf(scope).accountId, body.message_id)
      return { success: true as const }
    }),
  ]
}

/** A message in words: those of the site itself are in the language of the request. */
function written(
  { messageId: id, words, sentAt, isRead }: InboxMessage,
  t: (key: string) => string,
): MessagesAnswer['messages'][number] {
  const when = { sentAt: sentAt.toISOString(), isRead }
  if (!('template' in words)) return { id, kind: 'operator', ...words, ...when }
  const say = (part: string) => t(`message.${words.template}_${part}`)
  return { id, kind: 'security', title: say('title'), text: say('text'), ...when }
}

function supportHandlers(account: AccountService, clock: () => Date): AnyHandler[] {
  return [
    answer(getSupportTalk, async (_input, scope) => ({
      ...presenceOf(scope, clock()),
      messages: (await account.readTalk(scope.site.brandId, playerOf(scope).accountId)).map(lineOf),
    })),
    answer(writeToSupport, async ({ body }, scope) => {
      if (!presenceOf(scope, clock()).isOpen) throw new AppError('support.closed')
      await account.writeToSupport(scope.site.brandId, playerOf(scope).accountId, body.text)
      return { success: true as const }
    }),
    answer(sendAdminRequest, async ({ body }, scope) => {
      const { support, global } = scope.site.config
      if (support.email === undefined) throw new AppError('service.unavailable')
      const to = { recipient: support.email, language: global.defaultLanguage }
      await account.requestAdmin(visitorOf(scope), playerOf(scope).accountId, { ...body, ...to })
      return { success: true as const }
    }),
  ]
}

function lineOf({ lineId: id, consultant, text, sentAt }: TalkLine): SupportAnswer['messages'][number] {
  const line = { id, text, sentAt: sentAt.toISOString() }
  return consultant === null ? { ...line, author: 'player' } : { ...line, author: 'consultant', name: consultant }
}

function presenceOf({ site }: CallScope, now: Date): Pick<SupportAnswer, 'isOpen' | 'opensAt'> {
  const { support, global } = site.config
  const presence = supportPresence({ ...support, timeZone: global.timeZone }, now.getTime())
  if (presence.isOpen) return { isOpen: true }
  return { isOpen: false, opensAt: new Date(presence.opensAtMs).toISOString() }
}
