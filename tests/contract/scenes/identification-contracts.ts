import { CODES } from '#tests/fixtures/identity/identity-stand-in.ts'
import type { CallContract } from './call-contract.ts'
import { FORM_PARTS, pictures, playerWithDocuments, rejectedPlayer, sendForm, upload } from './identification-scene.ts'
import type { TestServer } from './test-server.ts'
import { newPlayer, newVisitor } from './test-visitor.ts'

const post = (body?: object) => ({ method: 'POST' as const, ...(body ? { body } : {}) })
const asGuest: CallContract['refuse'] = (server, path) => newVisitor(server).send(path)

const SMART_ID = { personalCode: CODES.signs, country: 'ee' }
const MOBILE_ID = { personalCode: CODES.signs, phone: '+37200000766' }

/** The contracts of the calls of identification and verification (KYC-1 to KYC-3). */
export const IDENTIFICATION_CONTRACTS: Readonly<Record<string, CallContract>> = {
  getIdentificationConfig: {
    succeed: async (server, path) => (await newPlayer(server)).send(path),
    refuse: asGuest,
    refusal: 'access.denied',
  },
  getIdentificationFailure: {
    succeed: async (server, path) => (await rejectedPlayer(server)).send(path),
    refuse: asGuest,
    refusal: 'access.denied',
  },
  postIdentification: {
    succeed: async (server, path) => sendForm(await newPlayer(server), path, [...FORM_PARTS, ...pictures(1)]),
    refuse: async (server, path) =>
      sendForm(await newPlayer(server), path, [{ name: 'fields', text: '{}' }, ...FORM_PARTS.slice(1), ...pictures(1)]),
    refusal: 'identification.incomplete',
  },
  appealIdentification: {
    succeed: async (server, path) => (await rejectedPlayer(server)).send(path, post({ text: 'Look again.' })),
    refuse: async (server, path) => (await newPlayer(server)).send(path, post({ text: 'Look again.' })),
    refusal: 'identification.not_open',
  },
  getDocuments: {
    succeed: async (server, path) => (await playerWithDocuments(server)).send(path),
    refuse: asGuest,
    refusal: 'access.denied',
  },
  uploadDocuments: {
    succeed: async (server) => upload(await newPlayer(server)),
    refuse: async (server) => upload(await newPlayer(server), []),
    refusal: 'documents.absent',
  },
  removeDocument: {
    succeed: async (server, path) => {
      const player = await playerWithDocuments(server)
      return player.send(path, post({ id: player.documentId }))
    },
    refuse: async (server, path) => (await newPlayer(server)).send(path, post({ id: 'V1StGXR8_Z5jdHi6B-myT' })),
    refusal: 'documents.unknown',
  },
  verifyDocuments: {
    succeed: async (server, path) => (await playerWithDocuments(server)).send(path, post()),
    refuse: async (server, path) => (await newPlayer(server)).send(path, post()),
    refusal: 'documents.absent',
  },
  beginSmartId: {
    succeed: async (server, path) => (await newPlayer(server)).send(path, post(SMART_ID)),
    refuse: async (server, path) =>
      (await newPlayer(server)).send(path, post({ ...SMART_ID, personalCode: CODES.unknown })),
    refusal: 'identification.no_account',
  },
  getSmartIdSession: sessionContract('smart-id', SMART_ID),
  getSmartIdCode: sessionContract('smart-id', SMART_ID),
  beginMobileId: {
    succeed: async (server, path) => (await newPlayer(server)).send(path, post(MOBILE_ID)),
    refuse: async (server, path) =>
      (await newPlayer(server)).send(path, post({ ...MOBILE_ID, personalCode: CODES.down })),
    refusal: 'identification.provider_silent',
  },
  getMobileIdSession: sessionContract('mobile-id', MOBILE_ID),
  getMobileIdCode: sessionContract('mobile-id', MOBILE_ID),
  getSumsubToken: {
    succeed: async (server, path) => (await newPlayer(server)).send(path, post()),
    refuse: (server, path) => newVisitor(server).send(path, post()),
    refusal: 'access.denied',
  },
  getVerigramToken: {
    succeed: async (server, path) => (await newPlayer(server)).send(path),
    refuse: asGuest,
    refusal: 'access.denied',
  },
  verifyFace: {
    succeed: async (server, path) => (await newPlayer(server)).send(path, post({ veriliveSessionId: 'live-1' })),
    refuse: async (server, path) => (await newPlayer(server)).send(path, post({ veriliveSessionId: '' })),
    refusal: 'request.invalid',
  },
}

/** A check that was begun, asked after by its name; one of another player is unknown. */
function sessionContract(provider: string, body: object): CallContract {
  const begun = async (server: TestServer) => {
    const player = await newPlayer(server)
    const answer = await player.send(`/verification-api/${provider}/authentication`, post(body))
    return { player, sessionId: answer.json<{ sessionId: string }>().sessionId }
  }
  return {
    succeed: async (server, path) => {
      const { player, sessionId } = await begun(server)
      return player.send(`${path}?sessionId=${sessionId}`)
    },
    refuse: async (server, path) => {
      const { sessionId } = await begun(server)
      return (await newPlayer(server)).send(`${path}?sessionId=${sessionId}`)
    },
    refusal: 'identification.check_unknown',
  }
}
