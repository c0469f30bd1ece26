import type { CallContract } from '../scenes/call-contract.ts'
import { newPlayer, newVisitor } from '../scenes/test-visitor.ts'
import { fakePushService } from './push-scene.ts'

const post = (body?: object) => ({ method: 'POST' as const, ...(body ? { body } : {}) })
const asPlayer =
  (request: object): CallContract['succeed'] =>
  async (server, path) =>
    (await newPlayer(server)).send(path, request)
const device = fakePushService().subscribe()

/** The contracts of the calls of push messages. */
export const PUSH_CONTRACTS: Readonly<Record<string, CallContract>> = {
  getPush: {
    succeed: asPlayer({}),
    refuse: (server, path) => newVisitor(server).send(path),
    refusal: 'access.denied',
  },
  addPushDevice: {
    succeed: asPlayer(post(device)),
    refuse: asPlayer(post({ ...device, endpoint: 'https://169.254.169.254/latest/meta-data' })),
    refusal: 'push.endpoint',
  },
  removePushDevice: {
    succeed: asPlayer(post({ endpoint: device.endpoint })),
    refuse: asPlayer(post({})),
    refusal: 'request.invalid',
  },
  savePushChoice: {
    succeed: asPlayer(post({ games: true, bets: false, messages: true, isQuiet: false })),
    refuse: asPlayer(post({ games: 'all', bets: false, messages: true, isQuiet: false })),
    refusal: 'request.invalid',
  },
}
