import { newAuthenticator } from '#server/account/passkeys/authenticator.test-support.ts'
import { newToken } from '#server/account/secrets/secrets.ts'
import type { CallContract } from './call-contract.ts'
import { addPasskeyTo, askedToMake, askedToUse, playerWithPasskey } from './passkey-scene.ts'
import { ORIGIN, type TestServer } from './test-server.ts'
import { newPlayer, newVisitor } from './test-visitor.ts'
import { atSecondStep, playerWithTwoFactor } from './two-factor-scene.ts'

const post = (body?: object) => ({ method: 'POST' as const, ...(body ? { body } : {}) })
const SIGNED = { id: newToken(), client_data: 'e30', authenticator_data: 'AAAA', signature: 'AAAA' }

/** A browser at the second step of a sign-in, whose player has a passkey too. */
async function atPasskeyStep(server: TestServer) {
  const player = await playerWithTwoFactor(server)
  const authenticator = await addPasskeyTo(player, player.appCode())
  return { ...(await atSecondStep(server, player)), authenticator }
}

/** The contracts of the calls of passkeys. */
export const PASSKEY_CONTRACTS: Readonly<Record<string, CallContract>> = {
  getPasskeys: {
    succeed: async (server, path) => (await playerWithPasskey(server)).send(path),
    refuse: (server, path) => newVisitor(server).send(path),
    refusal: 'access.denied',
  },
  startPasskey: {
    succeed: async (server, path) => {
      const player = await newPlayer(server)
      return player.send(path, post({ secret: player.password }))
    },
    refuse: async (server, path) => (await newPlayer(server)).send(path, post({ secret: 'not the password' })),
    refusal: 'password.wrong',
  },
  addPasskey: {
    succeed: async (server, path) => {
      const player = await newPlayer(server)
      const asked = await askedToMake(player, player.password)
      return player.send(path, post(newAuthenticator(ORIGIN).make(asked)))
    },
    refuse: async (server, path) => {
      const player = await newPlayer(server)
      const asked = await askedToMake(player, player.password)
      return player.send(path, post(newAuthenticator('https://evil.example').make(asked)))
    },
    refusal: 'passkey.wrong',
  },
  removePasskey: {
    succeed: async (server, path) => {
      const { authenticator, password, send } = await playerWithPasskey(server)
      return send(path, post({ passkey_id: authenticator.passkeyId(), secret: password }))
    },
    refuse: async (server, path) => {
      const { password, send } = await newPlayer(server)
      return send(path, post({ passkey_id: newToken(), secret: password }))
    },
    refusal: 'passkey.unknown',
  },
  startPasskeySignIn: {
    succeed: (server, path) => newVisitor(server).send(path, post()),
    refuse: (server, path) => newVisitor(server).send(path, { ...post(), host: 'nobody.example' }),
    refusal: 'brand.unknown_host',
  },
  finishPasskeySignIn: {
    succeed: async (server, path) => {
      const { authenticator } = await playerWithPasskey(server)
      const visitor = newVisitor(server)
      return visitor.send(path, post(authenticator.use(await askedToUse(visitor))))
    },
    refuse: (server, path) => newVisitor(server).send(path, post({ ...SIGNED, user: newToken() })),
    refusal: 'passkey.expired',
  },
  startPasskeyStep: {
    succeed: async (server, path) => {
      const { visitor, authId } = await atPasskeyStep(server)
      return visitor.send(path, post({ auth_id: authId }))
    },
    refuse: (server, path) => newVisitor(server).send(path, post({ auth_id: newToken() })),
    refusal: 'two_factor.expired',
  },
  finishPasskeyStep: {
    succeed: async (server, path) => {
      const { visitor, authId, authenticator } = await atPasskeyStep(server)
      const asked = await visitor.send('/web-api/passkeys/second-step/start', post({ auth_id: authId }))
      const { user: _user, ...signed } = authenticator.use(asked.json())
      return visitor.send(path, post({ auth_id: authId, ...signed }))
    },
    refuse: (server, path) => newVisitor(server).send(path, post({ auth_id: newToken(), ...SIGNED })),
    refusal: 'two_factor.expired',
  },
}
