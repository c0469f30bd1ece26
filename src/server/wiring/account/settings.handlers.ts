import { AppError } from '#calls/app-error.ts'
import {
  disallowSports,
  getNewPinCode,
  getSettings,
  makePinCode,
  openUnsubscribe,
  saveSetting,
  subscribeToMailing,
  unsubscribe,
} from '#calls/settings.calls.ts'
import { isSettingValue, mailingSetting } from '#machines/account/settings.rules.ts'
import { buildPath } from '#machines/site/routes/routes.ts'
import { isSport } from '#machines/site/tables/sports.ts'
import type { AccountService } from '#server/account/account.service.ts'
import type { MailingLinks } from '#server/account/office/mailing-links.ts'
import { type AnyHandler, answer, type CallScope, playerOf } from '../http/call-scope.ts'
import { visitorOf } from '../http/visitor-scope.ts'

/** The calls of a player's settings. */
export function settingsHandlers(account: AccountService, links: Pick<MailingLinks, 'read'>): AnyHandler[] {
  return [
    ...mailingHandlers(account, links),
    answer(getSettings, async (_input, scope) => {
      const { accountId } = playerOf(scope)
      const { settings, disallowed, ...reach } = await account.readPreferences(scope.site.brandId, accountId)
      const lists = { lineDisallowSport: [...disallowed.line], liveDisallowSport: [...disallowed.live] }
      return { data: { id: String(accountId), type: 'settings', attributes: { settings, ...lists, ...reach } } }
    }),
    answer(saveSetting, async ({ body }, scope) => {
      if (!isSettingValue(body.setting_id, body.setting_value))
        throw new AppError('request.invalid', { where: 'body/setting_value', fault: `is no ${body.setting_id}` })
      await account.saveSetting(scope.site.brandId, playerOf(scope).accountId, body.setting_id, body.setting_value)
      return { success: true as const }
    }),
    answer(disallowSports, async ({ body }, scope) => {
      const { lineDisallowSport: line, liveDisallowSport: live } = body
      const unknown = [...line, ...live].find((id) => !isSport(id))
      if (unknown !== undefined)
        throw new AppError('request.invalid', { where: 'body', fault: `${unknown} is no sport` })
      await account.disallowSports(scope.site.brandId, playerOf(scope).accountId, { line, live })
      return { success: true as const }
    }),
    answer(getNewPinCode, async (_input, scope) => {
      // A GET that changes something: a link on another site must not make the player's PIN void.
      if ((scope.header('sec-fetch-site') ?? 'same-origin') !== 'same-origin') throw new AppError('origin.refused')
      return newPin(account, scope)
    }),
    answer(makePinCode, async (_input, scope) => newPin(account, scope)),
  ]
}

function mailingHandlers(account: AccountService, links: Pick<MailingLinks, 'read'>): AnyHandler[] {
  return [
    answer(subscribeToMailing, async (_input, scope) => {
      await account.mailSiteAddress(visitorOf(scope), playerOf(scope).accountId)
      return { success: true as const }
    }),
    answer(unsubscribe, async ({ query: { token } }, { site: { brandId } }) => {
      const { accountId, topic } = links.read(brandId, token)
      await account.saveSetting(brandId, accountId, mailingSetting(topic, 'email'), 'off')
      return { success: true as const }
    }),
    answer(openUnsubscribe, async (_input, scope) => {
      scope.seeOther(buildPath('office_settings_mailing', {}, scope.language))
      return { success: true as const }
    }),
  ]
}

async function newPin(account: AccountService, scope: CallScope) {
  const { pin, expiresAt } = await account.newPin(visitorOf(scope), playerOf(scope).accountId)
  return { pin, expiresAt: expiresAt.toISOString() }
}
