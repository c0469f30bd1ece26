import { newToken } from '#server/account/secrets/secrets.ts'
import type { CallContract } from './call-contract.ts'
import { provedPlayer, resetMail } from './security-scene.ts'
import { newPlayer, newVisitor, PASSWORD } from './test-visitor.ts'

const post = (body?: object) => ({ method: 'POST' as const, ...(body ? { body } : {}) })
const asGuest =
  (request: object, rest = ''): CallContract['refuse'] =>
  (server, path) =>
    newVisitor(server).send(path + rest, request)
const asPlayer =
  (request: object): CallContract['succeed'] =>
  async (server, path) =>
    (await newPlayer(server)).send(path, request)
const sessions = (request: object): CallContract => ({
  succeed: asPlayer(request),
  refuse: asGuest(request),
  refusal: 'access.denied',
})
const NEW = 'a much better sentence'
const setting = (proof: object, more: object = {}) =>
  post({ data: { attributes: { ...proof, password: NEW, password_confirmation: NEW, ...more } } })

/** A password as it travels in a change of it. */
export function encoded(password: string): string {
  return Buffer.from(password, 'utf8').toString('base64url')
}

/** The body of a change of the password. */
export function changing(old: string, password = NEW, more: object = {}): object {
  const attributes = {
    old_password: encoded(old),
    password: encoded(password),
    password_confirmation: encoded(password),
    ...more,
  }
  return { method: 'PUT', body: { data: { attributes } } }
}

/** The contracts of the calls by which players keep their account safe. */
export const SECURITY_CONTRACTS: Readonly<Record<string, CallContract>> = {
  disconnectEverywhere: sessions(post()),
  getSessionId: sessions({}),
  getUserSessions: sessions(post()),
  getSessionsOfUser: sessions({}),
  getSecurityState: sessions(post()),
  closeSession: {
    succeed: async (server, path) => {
      const player = await newPlayer(server)
      const { session_id } = (await player.send('/web-api/getsessionid')).json<{ session_id: string }>()
      return player.send(path, post({ session_id }))
    },
    refuse: asPlayer(post({ session_id: 'of-nobody-at-all' })),
    refusal: 'session.unknown',
  },
  changePassword: {
    succeed: async (server, path) => {
      const player = await newPlayer(server)
      return player.send(path, changing(player.password))
    },
    refuse: asPlayer(changing('not the old one')),
    refusal: 'password.wrong',
  },
  setAuthByEmail: {
    succeed: async (server, path) => {
      const { player } = await provedPlayer(server)
      return player.send(path, post({ is_on: true, password: encoded(PASSWORD) }))
    },
    refuse: async (server, path) => {
      const player = await newPlayer(server)
      return player.send(path, post({ is_on: true, password: encoded(player.password) }))
    },
    refusal: 'auth_by_email.no_address',
  },
  requestPasswordReset: {
    succeed: asGuest(post({ login: 'nobody@mail.example' })),
    refuse: asGuest(post({ login: '' })),
    refusal: 'request.invalid',
  },
  getPasswordReset: { succeed: asGuest({}, `?token=${newToken()}`), refuse: asGuest({}), refusal: 'request.invalid' },
  checkPasswordReset: {
    succeed: asGuest(post({ token: newToken() })),
    refuse: asGuest(post({ token: 'short' })),
    refusal: 'request.invalid',
  },
  resetPassword: {
    succeed: async (server, path) => {
      const { token } = await resetMail(server)
      return newVisitor(server).send(path, setting({ token }))
    },
    refuse: asGuest(setting({ token: newToken() })),
    refusal: 'activation.invalid',
  },
}
