import type { CallContract } from './call-contract.ts'
import { TRUST } from './contract-brands.ts'
import type { TestServer } from './test-server.ts'
import { FAST_ANSWERS, newPlayer, newVisitor, register, type TestVisitor } from './test-visitor.ts'

const post = (body: object) => ({ method: 'POST' as const, body })
const asGuest: CallContract['refuse'] = (server, path) => newVisitor(server).send(path)
const LOSS = { kind: 'loss', period: 'week' }
const LIMITS = '/limit-service-api/limits'

/** A player with a limit, and a raise of it that waits. */
async function playerWithRaise(server: TestServer) {
  const player = await newPlayer(server)
  for (const amount of [100, 200]) await player.send(LIMITS, post({ ...LOSS, amount }))
  return player
}

/** A player of the brand that says how far funds are protected. */
async function playerOfTrust(server: TestServer): Promise<TestVisitor> {
  const visitor = newVisitor(server)
  const [host] = TRUST.hosts
  const player: TestVisitor = { ...visitor, send: (url, request) => visitor.send(url, { host, ...request }) }
  await register(player, 'fast_reg', FAST_ANSWERS)
  return player
}

/** The contracts of the calls of limits and breaks (RG-1 to RG-6). */
export const LIMITS_CONTRACTS: Readonly<Record<string, CallContract>> = {
  getLimits: {
    succeed: async (server, path) => (await playerWithRaise(server)).send(path),
    refuse: asGuest,
    refusal: 'access.denied',
  },
  getAvailableLimits: {
    succeed: async (server, path) => (await newPlayer(server)).send(path),
    refuse: asGuest,
    refusal: 'access.denied',
  },
  getStatement: {
    succeed: async (server, path) => (await newPlayer(server)).send(`${path}?period=all`),
    refuse: async (server, path) => (await newPlayer(server)).send(`${path}?period=century`),
    refusal: 'request.invalid',
  },
  setLimit: {
    succeed: async (server, path) => (await newPlayer(server)).send(path, post({ ...LOSS, amount: 100 })),
    refuse: async (server, path) => (await newPlayer(server)).send(path, post({ ...LOSS, amount: 1.005 })),
    refusal: 'protection.limit_amount',
  },
  actOnLimit: {
    succeed: async (server, path) => (await playerWithRaise(server)).send(path, post({ ...LOSS, action: 'withdraw' })),
    refuse: async (server, path) => (await playerWithRaise(server)).send(path, post({ ...LOSS, action: 'confirm' })),
    refusal: 'protection.raise_early',
  },
  removeLimit: {
    succeed: async (server, path) => (await playerWithRaise(server)).send(path, { method: 'DELETE', body: LOSS }),
    refuse: async (server, path) => (await newPlayer(server)).send(path, { method: 'DELETE', body: LOSS }),
    refusal: 'protection.limit_absent',
  },
  getPlaySession: {
    succeed: async (server, path) => (await newPlayer(server)).send(path),
    refuse: asGuest,
    refusal: 'access.denied',
  },
  reviewLimits: {
    succeed: async (server, path) => (await playerWithRaise(server)).send(path, { method: 'POST' }),
    refuse: (server, path) => newVisitor(server).send(path, { method: 'POST' }),
    refusal: 'access.denied',
  },
  acknowledgeFunds: {
    succeed: async (server, path) => (await playerOfTrust(server)).send(path, post({ protection: 'medium' })),
    refuse: async (server, path) => (await playerOfTrust(server)).send(path, post({ protection: 'high' })),
    refusal: 'protection.funds_changed',
  },
  askReturn: {
    succeed: async (server, path) => (await newPlayer(server)).send(path, { method: 'POST' }),
    refuse: (server, path) => newVisitor(server).send(path, { method: 'POST' }),
    refusal: 'access.denied',
  },
  sendTestAnswers: {
    succeed: async (server, path) =>
      (await newPlayer(server)).send(path, post({ answers: [0, 1, 0, 0, 0, 0, 0, 0, 0] })),
    refuse: async (server, path) =>
      (await newPlayer(server)).send(path, post({ answers: [4, 0, 0, 0, 0, 0, 0, 0, 0] })),
    refusal: 'request.invalid',
  },
  getExclusionReasons: {
    succeed: async (server, path) => (await newPlayer(server)).send(path),
    refuse: asGuest,
    refusal: 'access.denied',
  },
  blockUser: {
    succeed: async (server, path) => (await newPlayer(server)).send(path, post({ kind: 'time_out', hours: 24 })),
    refuse: async (server, path) => (await newPlayer(server)).send(path, post({ kind: 'time_out', hours: 25 })),
    refusal: 'protection.break_not_offered',
  },
}
