import { newToken } from '#server/account/secrets/secrets.ts'
import { beginChallenge } from '#server/account/two-factor/sign-in-challenge.ts'
import { BROWSER_COOKIE } from '#server/create-server.ts'
import { forBrand } from '#server/db/for-brand.ts'
import type { CallContract } from './call-contract.ts'
import { newPlayer, newVisitor } from './test-visitor.ts'
import { atSecondStep, playerWithApp, playerWithPhone, playerWithTwoFactor, proofOf } from './two-factor-scene.ts'

const post = (body?: object) => ({ method: 'POST' as const, ...(body ? { body } : {}) })
const asGuest =
  (request: object): CallContract['refuse'] =>
  (server, path) =>
    newVisitor(server).send(path, request)

/** The contracts of the calls of the second factor. */
export const TWO_FACTOR_CONTRACTS: Readonly<Record<string, CallContract>> = {
  getTwoFactorState: {
    succeed: async (server, path) => (await newPlayer(server)).send(path),
    refuse: asGuest({}),
    refusal: 'access.denied',
  },
  getTwoFactorSecret: {
    succeed: async (server, path) => (await newPlayer(server)).send(path, post()),
    refuse: async (server, path) => (await playerWithTwoFactor(server)).send(path, post()),
    refusal: 'two_factor.already_on',
  },
  sendTwoFactorSms: {
    succeed: async (server, path) => (await playerWithPhone(server)).send(path, post()),
    refuse: async (server, path) => (await newPlayer(server)).send(path, post()),
    refusal: 'two_factor.no_phone',
  },
  enableTwoFactor: {
    succeed: async (server, path) => {
      const player = await playerWithApp(server)
      return player.send(path, post({ app_code: player.appCode() }))
    },
    refuse: async (server, path) => (await playerWithApp(server)).send(path, post({ app_code: 'wrong' })),
    refusal: 'two_factor.wrong',
  },
  proveTwoFactor: {
    succeed: async (server, path) => {
      const player = await playerWithTwoFactor(server)
      return player.send(path, post({ code: player.appCode() }))
    },
    refuse: async (server, path) => (await newPlayer(server)).send(path, post({ code: '123456' })),
    refusal: 'two_factor.off',
  },
  disableTwoFactor: {
    succeed: async (server, path) => {
      const player = await playerWithTwoFactor(server)
      return player.send(path, post({ hash: await proofOf(player) }))
    },
    refuse: async (server, path) => (await playerWithTwoFactor(server)).send(path, post({ hash: newToken() })),
    refusal: 'two_factor.proof_expired',
  },
  renewRecoveryCodes: {
    succeed: async (server, path) => {
      const player = await playerWithTwoFactor(server)
      return player.send(path, post({ hash: await proofOf(player) }))
    },
    refuse: asGuest(post({ hash: newToken() })),
    refusal: 'access.denied',
  },
  finishSignIn: {
    succeed: async (server, path) => {
      const player = await playerWithTwoFactor(server)
      const { visitor, authId } = await atSecondStep(server, player)
      return visitor.send(path, post({ auth_id: authId, code: player.appCode() }))
    },
    refuse: asGuest(post({ auth_id: newToken(), code: '123456' })),
    refusal: 'two_factor.expired',
  },
  finishSocialSignIn: {
    succeed: async (server, path) => {
      const player = await playerWithTwoFactor(server)
      const token = newToken()
      const start = { accountId: player.userId, kind: 'social', isRemembered: false, token, now: server.now() } as const
      await forBrand(server.database.db, 'pier').transaction((tx) => beginChallenge(tx, start))
      const headers = { cookie: `${BROWSER_COOKIE}=${token}` }
      return newVisitor(server).send(path, { ...post({ code: player.appCode() }), headers })
    },
    refuse: asGuest(post({ code: '123456' })),
    refusal: 'two_factor.expired',
  },
}
