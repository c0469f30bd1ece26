import { AppError } from '#calls/app-error.ts'
import {
  getSecureQuestions,
  getUserSecureQuestion,
  getUserSecureQuestionWithPhone,
  setAnswerToCustomSecureQuestion,
  setAnswerToSecureQuestion,
} from '#calls/secret-question.calls.ts'
import { textWriter } from '#machines/site/text.rules.ts'
import type { AccountService } from '#server/account/account.service.ts'
import { pageTexts } from '#server/site/dictionaries.ts'
import { type AnyHandler, answer, type CallScope, playerOf } from '../http/call-scope.ts'
import { visitorOf } from '../http/visitor-scope.ts'
import { decodePassword } from './decode-password.ts'

/** The calls of the secret question. A brand that has not turned secret questions on answers none of them (decision 63). */
export function secretQuestionHandlers(account: AccountService): AnyHandler[] {
  const ownQuestion = async (scope: CallScope): Promise<string | null> => {
    const set = await account.readSecretQuestion(scope.site.brandId, playerOf(scope).accountId)
    if (set === undefined) return null
    return 'question' in set ? set.question : (questions(scope).find(({ id }) => id === set.questionId)?.text ?? null)
  }
  return [
    answer(getSecureQuestions, async (_input, scope) => ({ questions: questions(scope) })),
    answer(getUserSecureQuestion, async (_input, scope) => {
      checkOffered(scope)
      return { secure_question: await ownQuestion(scope) }
    }),
    answer(getUserSecureQuestionWithPhone, async (_input, scope) => {
      checkOffered(scope)
      const { identifiers } = await account.readProfile(scope.site.brandId, playerOf(scope).accountId)
      const phone = identifiers.find(({ kind, isVerified }) => kind === 'phone' && isVerified)
      return { secure_question: await ownQuestion(scope), phone: phone ? hidden(phone.value) : null }
    }),
    answer(setAnswerToSecureQuestion, async ({ body }, scope) => {
      const question = questions(scope).find(({ id }) => id === body.question_id)
      if (!question) throw new AppError('secret_question.unknown')
      const chosen = { question: { questionId: question.id }, text: question.text, ...typed(body) }
      await account.setSecretQuestion(visitorOf(scope), playerOf(scope).accountId, chosen)
      return { success: true as const }
    }),
    answer(setAnswerToCustomSecureQuestion, async ({ body }, scope) => {
      checkOffered(scope)
      const chosen = { question: { question: body.question }, text: body.question, ...typed(body) }
      await account.setSecretQuestion(visitorOf(scope), playerOf(scope).accountId, chosen)
      return { success: true as const }
    }),
  ]
}

function typed(body: { readonly answer: string; readonly answer_repeat: string; readonly password: string }) {
  const password = decodePassword(body.password, 'body/password')
  return { answer: body.answer, repeated: body.answer_repeat, password }
}

function checkOffered({ site }: CallScope): void {
  if (site.config.auth.secretQuestion === 'off') throw new AppError('secret_question.off')
}

/** The questions of the brand in its order and the language of the request. @throws AppError secret_question.off */
function questions(scope: CallScope): { readonly id: number; readonly text: string }[] {
  checkOffered(scope)
  const { site, language } = scope
  const text = textWriter(language, pageTexts(site, language))
  return Object.values(site.config.auth.secretQuestions)
    .sort((left, right) => left.order - right.order)
    .map(({ id, textKey }) => ({ id, text: text(textKey) }))
}

/** A phone with its middle hidden: `+4915112345678` → `+49•••••••••78`. */
function hidden(phone: string): string {
  return phone.slice(0, 3) + '•'.repeat(Math.max(0, phone.length - 5)) + phone.slice(-2)
}
