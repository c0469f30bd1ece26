import { AppError } from '#calls/app-error.ts'
import {
  activateFast,
  beginEmailChange,
  beginPhoneUpdate,
  checkConfirmCode,
  checkEmailChangeCode,
  checkEmailChangePassword,
  checkUserAnswer,
  confirmCreatedPhoneNumber,
  confirmEmailChange,
  confirmPhoneUpdate,
  createPhoneNumber,
  getConfirmCodeCheck,
  getContacts,
  getUserAnswerCheck,
  repeatActivationPopup,
  sendEmailChangeCode,
  sendPhoneUpdateCode,
  undoEmailChange,
  updatePhoneNumber,
} from '#calls/contacts.calls.ts'
import { checkEmail } from '#machines/forms/kinds/email.rules.ts'
import { textWriter } from '#machines/site/text.rules.ts'
import type { ContactCodeAnswer } from '#schemas'
import type { AccountService } from '#server/account/account.service.ts'
import type { ContactProof } from '#server/account/contacts/contact-change.ts'
import type { FoundSession } from '#server/account/sign-in/sessions.ts'
import type { IdentifierKind } from '#server/db/tables/player-tables.ts'
import { pageTexts } from '#server/site/dictionaries.ts'
import { type AnyHandler, answer, type CallScope } from '../http/call-scope.ts'
import { visitorOf } from '../http/visitor-scope.ts'
import { isServedPhone } from './phone-code.handlers.ts'

const DONE = { success: true as const }

/** The calls by which players add and change their phone and e-mail address. */
export function contactHandlers(account: AccountService): AnyHandler[] {
  return [
    ...phoneHandlers(account),
    ...emailHandlers(account),
    answer(getContacts, async (_input, scope) => {
      const { phoneWays, emailWays, ...addresses } = await contactsOf(account, scope)
      return { ...addresses, phoneWays: [...phoneWays], emailWays: [...emailWays] }
    }),
    answer(repeatActivationPopup, async (_input, scope) => {
      const { waitingEmail, waitingPhone } = await contactsOf(account, scope)
      if (waitingEmail !== undefined) return { isShown: true, kind: 'email' as const }
      return waitingPhone === undefined ? { isShown: false } : { isShown: true, kind: 'phone' as const }
    }),
  ]
}

function phoneHandlers(account: AccountService): AnyHandler[] {
  const allow = async (code: string, scope: CallScope) => {
    await account.allowByCode(visitorOf(scope), await sessionOf(account, scope), { kind: 'phone', code })
    return DONE
  }
  const allowBySecret = async (secret: string, scope: CallScope) => {
    await account.allowBySecret(visitorOf(scope), await sessionOf(account, scope), 'phone', secret)
    return DONE
  }
  const begin = async (phone: string, scope: CallScope, session: FoundSession) => {
    checkPhone(scope, phone)
    return account.beginContactChange(visitorOf(scope), session, { kind: 'phone', value: phone })
  }
  return [
    answer(createPhoneNumber, async ({ body }, scope) => {
      const session = await sessionOf(account, scope)
      const { phone } = await account.readContacts(scope.site.brandId, session)
      if (phone !== undefined) throw new AppError('contact.exists')
      await begin(body.phone_number, scope, session)
      return sendCode(account, scope, session, 'phone')
    }),
    answer(confirmCreatedPhoneNumber, async ({ body }, scope) => {
      const takesAppMessages = body.is_send_sms_to_apps ?? false
      const proof = { kind: 'phone', code: body.confirm_code, value: body.phone_number, takesAppMessages } as const
      return confirm(account, scope, proof)
    }),
    answer(beginPhoneUpdate, async ({ body }, scope) => {
      checkPhone(scope, body.phone, body.country_code)
      return { isProofAsked: await begin(body.phone, scope, await sessionOf(account, scope)) }
    }),
    answer(updatePhoneNumber, async ({ body }, scope) => {
      const { confirm_code: code, user_answer: secret } = body
      await begin(body.phone_number, scope, await sessionOf(account, scope))
      if (code !== undefined) return allow(code, scope)
      return secret === undefined ? DONE : allowBySecret(secret, scope)
    }),
    answer(getConfirmCodeCheck, ({ query }, scope) => allow(query.confirm_code, scope)),
    answer(checkConfirmCode, ({ body }, scope) => allow(body.confirm_code, scope)),
    answer(getUserAnswerCheck, ({ query }, scope) => allowBySecret(query.user_answer, scope)),
    answer(checkUserAnswer, ({ body }, scope) => allowBySecret(body.user_answer, scope)),
    answer(sendPhoneUpdateCode, async (_input, scope) =>
      sendCode(account, scope, await sessionOf(account, scope), 'phone'),
    ),
    answer(confirmPhoneUpdate, ({ body }, scope) =>
      confirm(account, scope, { kind: 'phone', code: body.confirm_code }),
    ),
  ]
}

function emailHandlers(account: AccountService): AnyHandler[] {
  const session = (scope: CallScope) => sessionOf(account, scope)
  return [
    answer(beginEmailChange, async ({ body }, scope) => {
      if (checkEmail(body.email.trim(), { isConfirmed: true })) throw new AppError('contact.invalid')
      const wanted = { kind: 'email', value: body.email } as const
      return { isProofAsked: await account.beginContactChange(visitorOf(scope), await session(scope), wanted) }
    }),
    answer(sendEmailChangeCode, async (_input, scope) => sendCode(account, scope, await session(scope), 'email')),
    answer(checkEmailChangeCode, async ({ body }, scope) => {
      await account.allowByCode(visitorOf(scope), await session(scope), { kind: 'email', code: body.confirm_code })
      return DONE
    }),
    answer(checkEmailChangePassword, async ({ body }, scope) => {
      await account.allowBySecret(visitorOf(scope), await session(scope), 'email', body.password)
      return DONE
    }),
    answer(confirmEmailChange, ({ body }, scope) =>
      confirm(account, scope, { kind: 'email', code: body.confirm_code }),
    ),
    answer(activateFast, async ({ body }, scope) => {
      await account.confirmEmailByLink(visitorOf(scope), body.data.attributes.token)
      return DONE
    }),
    answer(undoEmailChange, async ({ body }, scope) => {
      await account.undoEmailChange(visitorOf(scope), body.token)
      return DONE
    }),
  ]
}

async function sendCode(
  account: AccountService,
  scope: CallScope,
  session: FoundSession,
  kind: IdentifierKind,
): Promise<ContactCodeAnswer> {
  const sent = await account.sendContactCode(visitorOf(scope), session, kind)
  const text = textWriter(scope.language, pageTexts(scope.site, scope.language))
  return {
    message: text(`contacts.sent_${sent.kind}`, { recipient: sent.recipient }),
    code_length: sent.codeLength,
    retry_after_seconds: sent.retryAfterSeconds,
    lifetime_seconds: sent.lifetimeSeconds,
  }
}

async function confirm(account: AccountService, scope: CallScope, proof: ContactProof) {
  scope.setSession(await account.confirmContact(visitorOf(scope), await sessionOf(account, scope), proof))
  return DONE
}

async function contactsOf(account: AccountService, scope: CallScope) {
  return account.readContacts(scope.site.brandId, await sessionOf(account, scope))
}

/** @throws AppError contact.invalid for a number that the brand takes from nobody, or one of another country */
function checkPhone(scope: CallScope, phone: string, countryCode?: string): void {
  if (!isServedPhone(scope, phone, countryCode)) throw new AppError('contact.invalid')
}

/** The live session of the request. @throws AppError access.denied when it has ended meanwhile */
async function sessionOf(account: AccountService, { site, player }: CallScope): Promise<FoundSession> {
  const session = player && (await account.findSession(site.brandId, player.token))
  if (!session) throw new AppError('access.denied')
  return session
}
