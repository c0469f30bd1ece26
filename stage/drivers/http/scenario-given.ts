import { activate, login } from '#calls/account.calls.ts'
import { AppError } from '#calls/app-error.ts'
import type { CallPort } from '#calls/call.ts'
import { confirmCreatedPhoneNumber, createPhoneNumber } from '#calls/contacts.calls.ts'
import { getRegistrationFields, postRegistration } from '#calls/registration.calls.ts'
import { setAnswerToSecureQuestion } from '#calls/secret-question.calls.ts'
import { enableTwoFactor, finishSignIn, getTwoFactorSecret } from '#calls/two-factor.calls.ts'
import { say } from '#cli/command-text.ts'
import type { RegistrationResult, ScenarioAccount, ScenarioGiven } from '#schemas'
import { appCodeAt } from '#server/wiring/http/app-code.ts'
import type { GivenPlace } from './http-machine.ts'

/** Something that a scenario wants there to be and that cannot be made. */
export class GivenFault extends Error {
  /** Leads to it in the file. */
  readonly pointer: string

  constructor(pointer: string, message: string) {
    super(message)
    this.pointer = pointer
  }
}

/** Makes what a scenario wants there to be, by the calls that anybody makes.
 *  @param given its secrets are filled in already   @throws GivenFault */
export async function makeGiven({ accounts = [], calls = [] }: ScenarioGiven, place: GivenPlace): Promise<void> {
  const numbers: string[] = []
  for (const [index, account] of accounts.entries()) {
    const number = await registerAccount(account, place).catch((error: unknown) => {
      throw new GivenFault(`/given/accounts/${index}`, say('driver.account_cannot_made', { why: reasonOf(error) }))
    })
    numbers.push(number)
  }
  for (const [index, { actor, input }] of calls.entries()) {
    const made = place.machine.actors[actor]
    if (!made) {
      const known = Object.keys(place.machine.actors).join(', ')
      throw new GivenFault(`/given/calls/${index}/actor`, say('driver.makes_no_call_those_do', { actor, known }))
    }
    await made.send(place.scope, input).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      if (error.code === 'request.invalid')
        throw new GivenFault(`/given/calls/${index}/input`, say('driver.call_not_such'))
    })
  }
  for (const [index, { identification }] of accounts.entries()) {
    if (identification === undefined) continue
    const decision = { state: identification, reason: 'The operator has looked at it.' }
    await place.server.identification
      .decide(place.brandId, Number(numbers[index]), decision)
      .catch((error: unknown) => {
        const pointer = `/given/accounts/${index}/identification`
        throw new GivenFault(pointer, say('driver.operator_cannot_decide', { why: reasonOf(error) }))
      })
  }
}

/** @returns the number of the account */
async function registerAccount(account: ScenarioAccount, place: GivenPlace): Promise<string> {
  const { server, brandId, openOther } = place
  const call = openOther().callBy('open')
  const { email, password, isActivated = true } = account
  const fields = { ...(await chosenAnswers(call)), ...answersOf(email, password as unknown as string) }
  const made = await call(postRegistration, { query: { isWidget: false }, body: { type: 'full_reg', fields } })
  const number = numberOf(made)
  if (account.number !== undefined) place.scope.standIns.set(account.number, () => number)
  if (!isActivated) return number
  const letter = (await server.delivery.listMessages(brandId)).find(({ recipient }) => recipient === email)
  const token = /token=([\w-]+)/.exec(letter?.body ?? '')?.[1]
  if (!token) throw new Error(say('driver.no_activation_letter_sent'))
  await call(activate, { body: { data: { attributes: { token } } } })
  if (account.phone !== undefined) await bindPhone(call, account.phone, place)
  if (account.secretAnswer !== undefined)
    await setSecretQuestion(call, account.secretAnswer, password as unknown as string)
  if (account.appCode !== undefined) await switchSecondFactorOn(call, account, place)
  if (account.isSignedIn) await signIn(account, place)
  return number
}

/** Binds a first phone with the code that is sent to it. */
async function bindPhone(call: CallPort, phone: string, { scope }: GivenPlace): Promise<void> {
  await call(createPhoneNumber, { body: { phone_number: phone } })
  const code = (await scope.latestCode()) ?? ''
  const body = { phone_number: phone, confirm_code: code, is_send_sms_to_apps: false }
  await call(confirmCreatedPhoneNumber, { body })
}

/** Sets the answer to the first question that the brand offers. */
async function setSecretQuestion(call: CallPort, answer: string, password: string): Promise<void> {
  const body = { question_id: 1, answer, answer_repeat: answer, password: Buffer.from(password).toString('base64url') }
  await call(setAnswerToSecureQuestion, { body })
}

/** @throws Error when the brand makes no account of the answers */
function numberOf(made: RegistrationResult): string {
  if ('userId' in made) return String(made.userId)
  throw new Error(say('driver.registration_gave_no_account'))
}

async function signIn({ email, password, appCode }: ScenarioAccount, { scope }: GivenPlace): Promise<void> {
  const credentials = { login: email, password: password as unknown as string }
  if (appCode === undefined) {
    await scope.call(login, { body: credentials })
    return
  }
  const refusal = await scope.call(login, { body: credentials }).then(
    () => new Error(say('driver.no_second_factor_asked')),
    (error: unknown) => error,
  )
  if (!(refusal instanceof AppError) || refusal.code !== 'sign_in.second_factor') throw refusal
  const code = scope.standIns.get(appCode)?.() ?? ''
  await scope.call(finishSignIn, { body: { auth_id: String(refusal.params.authId), code } })
}

/** Switches the second factor on with the code before the present one, which may then still be used. */
async function switchSecondFactorOn(
  call: CallPort,
  { appCode = '', recoveryCode }: ScenarioAccount,
  { scope }: GivenPlace,
): Promise<void> {
  const { code: secret } = await call(getTwoFactorSecret, {})
  const codeNow = (drift = 0) => appCodeAt(secret, scope.now(), drift)
  const { recovery_codes } = await call(enableTwoFactor, { body: { app_code: codeNow(-1) } })
  scope.standIns.set(appCode, codeNow)
  if (recoveryCode !== undefined) scope.standIns.set(recoveryCode, () => recovery_codes[0] ?? '')
}

/** The choices that the form makes by itself. */
async function chosenAnswers(call: CallPort): Promise<Readonly<Record<string, string | number>>> {
  const { data } = await call(getRegistrationFields, { segments: { type: 'full_reg' }, query: {} })
  const chosen = data.attributes.fields.flatMap((field) => {
    const options = 'options' in field && Array.isArray(field.options) ? field.options : []
    const id = options.find(({ selected }) => selected === true)?.id
    return id === undefined ? [] : [[field.id, id] as const]
  })
  return Object.fromEntries(chosen)
}

function answersOf(email: string, password: string) {
  return {
    email,
    password,
    password_again: password,
    name: 'Anna',
    surname: 'Keller',
    birthday: '1990-05-17',
    'agree-policy': true,
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AppError) return JSON.stringify({ code: error.code, fields: error.fields ?? {} })
  return error instanceof Error ? error.message : String(error)
}
