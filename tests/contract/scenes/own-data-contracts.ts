import type { CallContract } from './call-contract.ts'
import { encoded } from './security-contracts.ts'
import { newPlayer } from './test-visitor.ts'

const sending =
  (password?: string): CallContract['succeed'] =>
  async (server, path) => {
    const player = await newPlayer(server)
    return player.send(path, { method: 'POST', body: { password: encoded(password ?? player.password) } })
  }

/** The contracts of the calls by which players export their data and leave. */
export const OWN_DATA_CONTRACTS: Readonly<Record<string, CallContract>> = {
  closeOwnAccount: { succeed: sending(), refuse: sending('not the password'), refusal: 'password.wrong' },
  exportOwnData: { succeed: sending(), refuse: sending('not the password'), refusal: 'password.wrong' },
}
