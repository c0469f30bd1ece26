import { deleteMessage, getLeftMenuData, getMessages, getPartitions, readMessage } from '#calls/office.calls.ts'
import { isRouteOffered, ROUTES } from '#machines/site/routes/routes.ts'
import { textWriter } from '#machines/site/text.rules.ts'
import type { MessagesAnswer, RouteId } from '#schemas'
import type { AccountService } from '#server/account/account.service.ts'
import type { InboxMessage } from '#server/account/office/messages.ts'
import { pageTexts } from '#server/site/dictionaries.ts'
import { type AnyHandler, answer, playerOf } from '../http/call-scope.ts'

/** The calls of the office's menu and of the inbox. */
export function officeHandlers(account: AccountService): AnyHandler[] {
  return [...menuHandlers(account), ...inboxHandlers(account)]
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
