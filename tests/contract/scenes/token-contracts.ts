import type { CallContract } from './call-contract.ts'
import { newPlayer, newVisitor } from './test-visitor.ts'
import { asBearer, serviceToken } from './token-scene.ts'

const refresh = { method: 'POST' as const, body: { data: { type: 'token' } } }
const GUEST = 'access.denied'

/** The contracts of the calls for bearers, and of the one that is answered to them. */
export const TOKEN_CONTRACTS: Readonly<Record<string, CallContract>> = {
  getUserToken: {
    succeed: async (server, path) => (await newPlayer(server)).send(path),
    refuse: (server, path) => newVisitor(server).send(path),
    refusal: GUEST,
  },
  getServiceToken: {
    succeed: async (server, path) => (await newPlayer(server)).send(path),
    refuse: (server, path) => newVisitor(server).send(path),
    refusal: GUEST,
  },
  refreshServiceToken: {
    succeed: async (server, path) => (await newPlayer(server)).send(path, refresh),
    refuse: async (server, path) =>
      (await newPlayer(server)).send(path, { ...refresh, headers: { origin: 'https://evil.example' } }),
    refusal: 'origin.refused',
  },
  getBearerBalance: {
    succeed: async (server, path) => {
      const player = await newPlayer(server)
      return asBearer(await serviceToken(player), player).send(path)
    },
    refuse: async (server, path) => (await newPlayer(server)).send(path),
    refusal: GUEST,
  },
}
