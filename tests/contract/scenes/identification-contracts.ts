import type { CallContract } from './call-contract.ts'
import { FORM_PARTS, pictures, playerWithDocuments, rejectedPlayer, sendForm, upload } from './identification-scene.ts'
import { newPlayer, newVisitor } from './test-visitor.ts'

const post = (body?: object) => ({ method: 'POST' as const, ...(body ? { body } : {}) })
const asGuest: CallContract['refuse'] = (server, path) => newVisitor(server).send(path)

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
}
