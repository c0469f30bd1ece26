import type { LightMyRequestResponse } from 'fastify'
import { SESSION_COOKIE } from '#server/create-server.ts'
import { cookieValue, setCookies, type TestRequest, type TestServer } from './test-server.ts'

/** The password of every registration by e-mail. */
export const PASSWORD = 'quiet harbour lantern 42'
let made = 0

/** A browser of its own: its address, its user agent and its cookies. */
export interface TestVisitor {
  readonly send: (url: string, request?: TestRequest) => Promise<LightMyRequestResponse>
  /** Value of the session cookie, or undefined for a guest. */
  readonly session: () => string | undefined
}

/** A player with everything that the server answered when the account was made. */
export interface TestPlayer extends TestVisitor {
  readonly userId: number
  readonly password: string
}

/** Opens a browser that nobody has counted attempts of yet. */
export function newVisitor(server: TestServer): TestVisitor {
  made += 1
  const address = `10.${(made >> 16) & 255}.${(made >> 8) & 255}.${made & 255}`
  const device = `Contract/1.0 (${made})`
  const cookies = new Map<string, string>()
  return {
    session: () => cookies.get(SESSION_COOKIE),
    send: async (url, request = {}) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const headers = { 'user-agent': device, ...(cookie ? { cookie } : {}), ...request.headers }
      const answer = await server.send(url, { address, ...request, headers })
      for (const [name, line] of Object.entries(setCookies(answer))) {
        const value = cookieValue(answer, name)
        if (value && !/expires=Thu, 01 Jan 1970/i.test(line)) cookies.set(name, value)
        else cookies.delete(name)
      }
      return answer
    },
  }
}

/** Answers of the one-click form. */
export const FAST_ANSWERS = { adult: true, 'agree-policy': true }

/** Answers of the full form for an address. */
export function fullAnswers(email: string): Readonly<Record<string, string | number | boolean>> {
  return {
    email,
    password: PASSWORD,
    password_again: PASSWORD,
    name: 'Anna',
    surname: 'Keller',
    birthday: '1990-05-17',
    'agree-policy': true,
  }
}

interface FieldsAnswer {
  readonly data: {
    readonly attributes: {
      readonly fields: readonly {
        readonly id: string
        readonly options?: readonly { readonly id?: number; readonly selected?: boolean }[]
      }[]
    }
  }
}

/** Registers as the form asks: the choices that it preselects are sent with the answers, unless these choose otherwise. */
export async function register(
  visitor: TestVisitor,
  type: string,
  answers: Readonly<Record<string, unknown>>,
): Promise<LightMyRequestResponse> {
  const form = (await visitor.send(`/web-api/api/web/registration/v1/fields/${type}`)).json<FieldsAnswer>()
  const chosen = form.data.attributes.fields.flatMap(({ id, options }) => {
    const option = options?.find(({ selected }) => selected)
    return option?.id === undefined ? [] : [[id, option.id] as const]
  })
  const fields = { ...Object.fromEntries(chosen), ...answers }
  return visitor.send('/web-api/registration', { method: 'POST', body: { type, fields } })
}

/** A player who registered in one click and is signed in. @throws Error when the registration was refused */
export async function newPlayer(server: TestServer): Promise<TestPlayer> {
  const visitor = newVisitor(server)
  const answer = await register(visitor, 'fast_reg', FAST_ANSWERS)
  if (answer.statusCode !== 200) throw new Error(`one-click registration was refused: ${answer.body}`)
  const { userId, password } = answer.json<{ userId: number; password: string }>()
  return { ...visitor, userId, password }
}

/** The contents of the activation mail of an address. */
export interface ActivationMail {
  readonly userId: number
  readonly code: string
  readonly token: string
}

/** Registers by e-mail and reads the mail. @throws Error when the registration was refused or no mail was written */
export async function newPending(server: TestServer, visitor: TestVisitor, email: string): Promise<ActivationMail> {
  const answer = await register(visitor, 'full_reg', fullAnswers(email))
  if (answer.statusCode !== 200) throw new Error(`registration by e-mail was refused: ${answer.body}`)
  const messages = await server.identity.delivery.listMessages('pier')
  const body = messages.find(({ recipient }) => recipient === email)?.body ?? ''
  const token = /token=([\w-]+)/.exec(body)?.[1]
  const code = /\b(\d{6})\b/.exec(body)?.[1]
  if (!token || !code) throw new Error(`the mail has no link or no code: ${body}`)
  return { userId: answer.json<{ userId: number }>().userId, code, token }
}

let phones = 0

/** A phone that no other test has. */
export function newPhone(): string {
  phones += 1
  return `+49151${String(phones).padStart(8, '0')}`
}

/** Asks for a code and reads the message. @throws Error when it was refused or no code was written */
export async function phoneCode(server: TestServer, visitor: TestVisitor, phone: string): Promise<string> {
  const answer = await visitor.send('/web-api/sms-auth/send-code', { method: 'POST', body: { phone } })
  if (answer.statusCode !== 200) throw new Error(`no code was sent: ${answer.body}`)
  const messages = await server.identity.delivery.listMessages('pier')
  const body = messages.find(({ recipient }) => recipient === phone)?.body ?? ''
  const code = /\b(\d{6})\b/.exec(body)?.[1]
  if (!code) throw new Error(`the message has no code: ${body}`)
  return code
}
