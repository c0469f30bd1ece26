import type { CallContract } from './call-contract.ts'
import { encoded } from './security-contracts.ts'
import { newPlayer, newVisitor } from './test-visitor.ts'

const sending =
  (password?: string): CallContract['succeed'] =>
  async (server, path) => {
    const player = await newPlayer(server)
    return player.send(path, { method: 'POST', body: { password: encoded(password ?? player.password) } })
  }

const TERMS = { method: 'POST' as const, body: { version: '2026-06' } }

/** The contracts of the calls by which players export their data, accept terms and leave. */
export const OWN_DATA_CONTRACTS: Readonly<Record<string, CallContract>> = {
  closeOwnAccount: { succeed: sending(), refuse: sending('not the password'), refusal: 'password.wrong' },
  getTerms: {
    succeed: async (server, path) => (await newPlayer(server)).send(path),
    refuse: (server, path) => newVisitor(server).send(path),
    refusal: 'access.denied',
  },
  acceptTerms: {
    succeed: async (server, path) => (await newPlayer(server)).send(path, TERMS),
    refuse: async (server, path) => (await newPlayer(server)).send(path, { ...TERMS, body: { version: '2020-01' } }),
    refusal: 'terms.changed',
  },
  exportOwnData: { succeed: sending(), refuse: sending('not the password'), refusal: 'password.wrong' },
}
