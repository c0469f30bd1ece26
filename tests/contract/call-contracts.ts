import type { LightMyRequestResponse } from 'fastify'
import type { ErrorCode } from '#schemas'
import type { TestServer } from './test-server.ts'
import { newPending, newPlayer, newVisitor } from './test-visitor.ts'

type Send = (server: TestServer, path: string) => Promise<LightMyRequestResponse>

/** How a call is proved: a request that it answers and one that it refuses, both sent to a path of the call. */
export interface CallContract {
  readonly succeed: Send
  readonly refuse: Send
  readonly refusal: ErrorCode
}

let mails = 0
const newAddress = () => `contract-${++mails}@mail.example`

const asGuest =
  (rest = '', request = {}): Send =>
  (server, path) =>
    newVisitor(server).send(path + rest, request)
const asPlayer =
  (request = {}): Send =>
  async (server, path) =>
    (await newPlayer(server)).send(path, request)
const post = (body?: object) => ({ method: 'POST' as const, ...(body ? { body } : {}) })
const fromUnknownHost = asGuest('', { host: 'nobody.example' })

/** One contract for every call of the catalogue, by operation id. */
export const CALL_CONTRACTS: Readonly<Record<string, CallContract>> = {
  login: {
    succeed: async (server, path) => {
      const { userId, password } = await newPlayer(server)
      const body = { login: String(userId), password, auth_by_email: false }
      return newVisitor(server).send(path, post(body))
    },
    refuse: asGuest('', post({ login: 'nobody@mail.example', password: 'not the password', auth_by_email: true })),
    refusal: 'sign_in.wrong_credentials',
  },
  disconnect: {
    succeed: asPlayer(post()),
    refuse: asPlayer({ ...post(), headers: { origin: 'https://evil.example' } }),
    refusal: 'origin.refused',
  },
  activate: {
    succeed: async (server, path) => {
      const visitor = newVisitor(server)
      const { token } = await newPending(server, visitor, newAddress())
      return visitor.send(path, post({ data: { attributes: { token } } }))
    },
    refuse: asGuest('', post({ data: { attributes: { userId: 10_000_001, code: '000000' } } })),
    refusal: 'activation.invalid',
  },
  sendActivationMail: {
    succeed: async (server, path) => {
      const visitor = newVisitor(server)
      const { userId } = await newPending(server, visitor, newAddress())
      return visitor.send(path, post({ userId }))
    },
    refuse: asGuest('', post({ userId: 'me' })),
    refusal: 'request.invalid',
  },
  getUserInformation: { succeed: asPlayer(), refuse: asGuest(), refusal: 'access.denied' },
  getBalance: { succeed: asPlayer(post()), refuse: asGuest('', post()), refusal: 'access.denied' },
  getPage: { succeed: asGuest('/en/about'), refuse: asGuest('/en/no_such_page'), refusal: 'page.unknown' },
  getRegistrationTypes: { succeed: asGuest(), refuse: fromUnknownHost, refusal: 'brand.unknown_host' },
  getRegistrationFields: {
    succeed: asGuest('/full_reg'),
    refuse: asGuest('/phone_reg'),
    refusal: 'registration.type_unknown',
  },
  postRegistrationFields: {
    succeed: asGuest('?bonus=sport', post({ type: 'full_reg' })),
    refuse: asGuest('', post({})),
    refusal: 'request.invalid',
  },
  postRegistration: {
    succeed: asGuest('?isWidget=false', post({})),
    refuse: asGuest('', post({ type: 'full_reg', fields: { email: 'not an address' } })),
    refusal: 'registration.invalid',
  },
  getWelcomeBonuses: {
    succeed: asGuest('?bonus=sport'),
    refuse: asGuest(`?bonus=${'x'.repeat(65)}`),
    refusal: 'request.invalid',
  },
  getUserConfig: { succeed: asPlayer(), refuse: fromUnknownHost, refusal: 'brand.unknown_host' },
  getDictionaryMap: { succeed: asGuest('/en'), refuse: asGuest('/xx'), refusal: 'dictionary.unknown' },
  getUnitDictionaries: { succeed: asGuest('/ar'), refuse: asGuest('/xx'), refusal: 'dictionary.unknown' },
  getDictionary: {
    succeed: asGuest('/de/forms.0000.json'),
    refuse: asGuest('/de/no_such_unit.json'),
    refusal: 'dictionary.unknown',
  },
  logCookieAgreement: {
    succeed: asGuest('', post({ level: 3 })),
    refuse: asGuest('', post({ level: 9 })),
    refusal: 'request.invalid',
  },
}
