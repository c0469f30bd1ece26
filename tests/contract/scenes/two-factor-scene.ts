import { fromBase32, TOTP_STEP_MS, totpCode, totpStep } from '#server/account/two-factor/totp.ts'
import type { TestServer } from './test-server.ts'
import {
  newPhone,
  newPlayer,
  newVisitor,
  PASSWORD,
  phoneCode,
  register,
  type TestPlayer,
  type TestVisitor,
} from './test-visitor.ts'

/** A player with an authenticator app. */
export interface PlayerWithApp extends TestPlayer {
  /** What the app shows now. */
  readonly appCode: () => string
}

/** A player whose second factor is on. */
export interface PlayerWithTwoFactor extends PlayerWithApp {
  readonly recoveryCodes: readonly string[]
}

const post = (body?: object) => ({ method: 'POST' as const, ...(body ? { body } : {}) })

/** A player who has scanned a secret. @throws Error when none was offered */
export async function playerWithApp(server: TestServer): Promise<PlayerWithApp> {
  const player = await newPlayer(server)
  const answer = await player.send('/web-api/gettwofactorqrcodeurl', post())
  if (answer.statusCode !== 200) throw new Error(`no secret was offered: ${answer.body}`)
  const secret = fromBase32(answer.json<{ code: string }>().code)
  return { ...player, appCode: () => totpCode(secret, totpStep(server.now())) }
}

/** A player who has switched the second factor on; a step has passed since. @throws Error when it was refused */
export async function playerWithTwoFactor(server: TestServer): Promise<PlayerWithTwoFactor> {
  const player = await playerWithApp(server)
  const answer = await player.send('/web-api/twofactorauthenable', post({ app_code: player.appCode() }))
  if (answer.statusCode !== 200) throw new Error(`the second factor was not switched on: ${answer.body}`)
  server.wait(TOTP_STEP_MS)
  return { ...player, recoveryCodes: answer.json<{ recovery_codes: string[] }>().recovery_codes }
}

/** The proof that a right code gives. @throws Error when the code was refused */
export async function proofOf(player: PlayerWithTwoFactor): Promise<string> {
  const answer = await player.send('/web-api/twofactorauthproof', post({ code: player.appCode() }))
  if (answer.statusCode !== 200) throw new Error(`the code proved nothing: ${answer.body}`)
  return answer.json<{ hash: string }>().hash
}

/** A browser in which the first step of a sign-in is done, with the `authId` of the second. */
export async function atSecondStep(
  server: TestServer,
  { userId, password }: TestPlayer,
): Promise<{ readonly visitor: TestVisitor; readonly authId: string }> {
  const visitor = newVisitor(server)
  const answer = await visitor.send('/web-api/account/login', post({ login: String(userId), password }))
  const { code, params } = answer.json<{ code?: string; params?: { authId?: string } }>()
  if (code !== 'sign_in.second_factor' || !params?.authId) throw new Error(`no second step: ${answer.body}`)
  return { visitor, authId: params.authId }
}

/** A player whose phone is proved; a minute has passed, so that another message may be sent.
 *  @throws Error when the registration was refused */
export async function playerWithPhone(server: TestServer): Promise<TestVisitor & { readonly phone: string }> {
  const visitor = newVisitor(server)
  const phone = newPhone()
  const code = await phoneCode(server, visitor, phone)
  await visitor.send('/web-api/sms-auth/check-code', post({ phone, code }))
  const answer = await register(visitor, 'phone_reg', {
    phone: { countryCode: 'de', countryId: 56, fullPhone: phone, phoneCode: '+49', phoneNum: phone.slice(3) },
    password: PASSWORD,
    birthday: '1990-05-17',
    'agree-policy': true,
  })
  if (answer.statusCode !== 200) throw new Error(`registration by phone was refused: ${answer.body}`)
  server.wait(60_000)
  return { ...visitor, phone }
}
