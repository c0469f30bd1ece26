import { AppError, type FieldErrors } from '#calls/app-error.ts'
import { checkAnswers } from '#machines/forms/check-answers.rules.ts'
import { registrationType } from '#machines/registration/registration-flow.rules.ts'
import type { Answers } from '#schemas'
import type { TransactionEnd } from '#server/db/for-brand.ts'
import type { Visitor } from '#server/guard/visitor.ts'
import { FIELD, readApplicant, textOf } from './applicant.rules.ts'
import type { RegistrationOutcome, RegistrationPorts } from './registration-ports.ts'

export interface RegistrationRequest {
  /** fast_reg, phone_reg, full_reg, short_reg or a type of the brand's own, which registers by e-mail (REG-8). */
  readonly type: string
  readonly answers: Answers
  /** Random, made by the sender: the same request sent again under it gets the same answer and makes no second account, also
   *  from another address, since connections change when answers are lost. */
  readonly key?: string | undefined
  /** What the browser has kept of a friend's link (REF-5). */
  readonly friendTag?: string | undefined
}

export interface RegistrationService<Session> {
  /** Checks the answers by the rules that the form has in the browser too, and makes the account.
   *  @throws AppError registration.invalid with the fields at fault, registration.type_unknown, registration.not_allowed,
   *  rate.limited */
  submit(visitor: Visitor, request: RegistrationRequest): Promise<RegistrationOutcome<Session>>
}

/** Registration: from the answers of a form to a new player. */
export function createRegistrationService<Session>(ports: RegistrationPorts<Session>): RegistrationService<Session> {
  const { registry } = ports

  async function register(
    visitor: Visitor,
    { type: name, answers, friendTag }: RegistrationRequest,
    keepAnswer?: TransactionEnd<RegistrationOutcome<Session>>,
  ): Promise<RegistrationOutcome<Session>> {
    const type = registrationType(name)
    const form = await ports.form(visitor, type, answers)
    const phone = { ...form.context.phone, isConfirmed: await hasConfirmedPhone(visitor, answers) }
    const { isValid, errors, payload } = checkAnswers(form.definitions, answers, {
      ...form.context,
      confirmedEmails: 'all',
      phone,
    })
    if (!isValid) throw new AppError('registration.invalid', {}, { fields: await withLapse(visitor, answers, errors) })
    const { country, language } = visitor
    const applicant = readApplicant(form, payload, { type, country, language })
    const keep: TransactionEnd<RegistrationOutcome<Session>> = async (tx, outcome) => {
      const refCode = textOf(payload, FIELD.refCode)
      await ports.registered(tx, {
        ...{ accountId: outcome.userId, refCode, friendTag, browser: visitor.browser },
        ...{ currency: applicant.currency, country: applicant.country ?? '' },
        bonusId: textOf(payload, FIELD.bonus),
        wantsDepositBonus: payload[FIELD.depositBonus] === true,
        answers: payload,
      })
      await keepAnswer?.(tx, outcome)
    }
    switch (type) {
      case 'fast_reg':
        return registry.registerAtOnce(visitor, applicant, { keep })
      case 'phone_reg': {
        const password = textOf(payload, FIELD.password) || undefined
        return registry.registerByPhone(visitor, applicant, { phone: needed(payload, FIELD.phone), password, keep })
      }
      case 'soc_reg': {
        const email = textOf(payload, FIELD.email) || undefined
        return registry.registerBySocial(visitor, applicant, { provider: needed(payload, FIELD.social), email, keep })
      }
      default: {
        const login = { email: needed(payload, FIELD.email), password: needed(payload, FIELD.password), keep }
        return registry.registerByEmail(visitor, applicant, login)
      }
    }
  }
  async function hasConfirmedPhone(visitor: Visitor, answers: Answers): Promise<boolean> {
    const phone = textOf(answers, FIELD.phone)
    return phone !== '' && registry.isPhoneConfirmed(visitor, phone)
  }
  /** A confirmation of the phone that has expired gets its own error: the visitor did nothing wrong. */
  async function withLapse(visitor: Visitor, answers: Answers, errors: FieldErrors): Promise<FieldErrors> {
    const error = errors[FIELD.phone]
    if (error?.code !== 'phone.not_confirmed') return errors
    const hasLapsed = await registry.hasPhoneConfirmationLapsed(visitor, textOf(answers, FIELD.phone))
    return hasLapsed ? { ...errors, [FIELD.phone]: { ...error, code: 'phone.confirmation_expired' } } : errors
  }
  return {
    submit(visitor, request) {
      const { type, answers, key } = request
      const work = (keep?: TransactionEnd<RegistrationOutcome<Session>>) =>
        register(visitor, request, keep).catch(toFieldError)
      if (key === undefined) return work()
      return ports.answers.once({ brandId: visitor.brandId, key, request: { type, answers } }, work)
    },
  }
}

/** An answer that the way of registering cannot do without, whatever the brand's form says of it. */
function needed(answers: Answers, id: string): string {
  const text = textOf(answers, id)
  if (text === '') throw refused({ [id]: { code: 'required', params: { label: id } } })
  return text
}

/** Failures that are the fault of one answer are shown at its field. */
function toFieldError(error: unknown): never {
  if (!(error instanceof AppError)) throw error
  const { code, params } = error
  if (code.startsWith('password.')) throw refused({ [FIELD.password]: { code, params } }, error)
  throw error
}

function refused(fields: FieldErrors, cause?: unknown): AppError {
  return new AppError('registration.invalid', {}, { fields, cause })
}
