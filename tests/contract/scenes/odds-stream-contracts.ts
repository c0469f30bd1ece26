import type { CallContract } from './call-contract.ts'
import { newVisitor } from './test-visitor.ts'

/** The contract of the call that replaces the odds stream's socket. */
export const ODDS_STREAM_CONTRACTS: Readonly<Record<string, CallContract>> = {
  getStreamImages: {
    succeed: (server, path) => newVisitor(server).send(`${path}?channels=game/1,game/2`),
    refuse: (server, path) => newVisitor(server).send(`${path}?channels=account/1`),
    refusal: 'request.invalid',
  },
}
