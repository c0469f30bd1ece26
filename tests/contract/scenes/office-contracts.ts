import type { CallContract } from './call-contract.ts'
import { pngPicture, sendForm } from './identification-scene.ts'
import { messageTo, playerWithMailing } from './office-scene.ts'
import { encoded } from './security-contracts.ts'
import { provedPlayer } from './security-scene.ts'
import { newPlayer, newVisitor, PASSWORD } from './test-visitor.ts'

const post = (body?: object) => ({ method: 'POST' as const, ...(body ? { body } : {}) })
const asGuest =
  (request: object): CallContract['refuse'] =>
  (server, path) =>
    newVisitor(server).send(path, request)
const asPlayer =
  (request: object): CallContract['succeed'] =>
  async (server, path) =>
    (await newPlayer(server)).send(path, request)
const reading: CallContract = { succeed: asPlayer({}), refuse: asGuest({}), refusal: 'access.denied' }
const ofMessage: CallContract = {
  succeed: async (server, path) => {
    const player = await newPlayer(server)
    return player.send(path, post({ message_id: await messageTo(server, player.userId) }))
  },
  refuse: async (server, path) => {
    const message_id = await messageTo(server, (await newPlayer(server)).userId)
    return (await newPlayer(server)).send(path, post({ message_id }))
  },
  refusal: 'message.unknown',
}

/** The profile that a one-click player can save. */
export const PROFILE = { name: 'Anna', surname: 'Keller', birthday: '1990-05-17', gender: 'female' }

/** The contracts of the calls of the office: settings, profile, inbox and support. */
export const OFFICE_CONTRACTS: Readonly<Record<string, CallContract>> = {
  getSettings: reading,
  saveSetting: {
    succeed: asPlayer(post({ setting_id: 'color_scheme', setting_value: 'dark' })),
    refuse: asPlayer(post({ setting_id: 'color_scheme', setting_value: 'pink' })),
    refusal: 'request.invalid',
  },
  disallowSports: {
    succeed: asPlayer(post({ lineDisallowSport: [1, 4], liveDisallowSport: [] })),
    refuse: asPlayer(post({ lineDisallowSport: [1], liveDisallowSport: [9999] })),
    refusal: 'request.invalid',
  },
  subscribeToMailing: {
    succeed: async (server, path) => {
      const { player } = await provedPlayer(server)
      return player.send(path, post({ mail_type: 'vip-domain', type: 0 }))
    },
    refuse: asPlayer(post({ mail_type: 'vip-domain', type: 0 })),
    refusal: 'mailing.no_email',
  },
  unsubscribe: {
    succeed: async (server) => newVisitor(server).send((await playerWithMailing(server)).address, post()),
    refuse: (server, path) => newVisitor(server).send(`${path}?token=v1.made-by-somebody`, post()),
    refusal: 'request.invalid',
  },
  openUnsubscribe: {
    succeed: (server, path) => newVisitor(server).send(`${path}?token=v1.whatever`),
    refuse: (server, path) => newVisitor(server).send(path),
    refusal: 'request.invalid',
    status: 303,
  },
  getNewPinCode: {
    succeed: asPlayer({}),
    refuse: asPlayer({ headers: { 'sec-fetch-site': 'cross-site' } }),
    refusal: 'origin.refused',
  },
  makePinCode: {
    succeed: asPlayer(post()),
    refuse: asPlayer({ ...post(), headers: { origin: 'https://evil.example' } }),
    refusal: 'origin.refused',
  },
  getLeftMenuData: reading,
  getPartitions: reading,
  getAccountData: reading,
  saveAccountFields: {
    succeed: asPlayer(post({ fields: PROFILE })),
    refuse: asPlayer(post({ fields: { ...PROFILE, name: 'R2-D2' } })),
    refusal: 'profile.invalid',
  },
  saveRequiredDocuments: {
    succeed: asPlayer(
      post({
        document_type: 'id_card',
        fields: {
          name: 'Anna',
          surname: 'Keller',
          birthday: '1990-05-17',
          passport: 'L01X00T47',
          passport_end_date: '2031-08-01',
        },
      }),
    ),
    refuse: asPlayer(post({ document_type: 'id_card', fields: { name: 'Anna' } })),
    refusal: 'profile.invalid',
  },
  getMessages: reading,
  readMessage: ofMessage,
  deleteMessage: ofMessage,
  getSupportTalk: reading,
  writeToSupport: {
    succeed: asPlayer(post({ text: 'My deposit has not come.' })),
    refuse: asPlayer(post({ text: ' ' })),
    refusal: 'request.invalid',
  },
  shareIdea: {
    succeed: asPlayer(post({ text: 'Show the standings beside the coupon.' })),
    refuse: asPlayer(post({ text: ' ' })),
    refusal: 'request.invalid',
  },
  getLoginName: reading,
  changeLoginName: {
    succeed: async (server, path) => {
      const { player, email } = await provedPlayer(server)
      return player.send(path, post({ name: (email.split('@')[0] ?? '').slice(0, 20), password: encoded(PASSWORD) }))
    },
    refuse: asPlayer(post({ name: '1anna', password: encoded(PASSWORD) })),
    refusal: 'login.invalid',
  },
  tellTyping: { succeed: asPlayer(post()), refuse: asGuest(post()), refusal: 'access.denied' },
  sendSupportFile: {
    succeed: async (server, path) =>
      sendForm(await newPlayer(server), path, [{ name: 'files[0]', file: pngPicture(), as: 'receipt.png' }]),
    refuse: async (server, path) =>
      sendForm(await newPlayer(server), path, [{ name: 'files[0]', file: Buffer.from('<svg/>'), as: 'receipt.png' }]),
    refusal: 'documents.wrong_type',
  },
  sendAdminRequest: {
    succeed: asPlayer(post({ userName: 'Anna Keller', email: 'anna@mail.example' })),
    refuse: asPlayer(post({ userName: 'Anna Keller', email: 'anna' })),
    refusal: 'request.invalid',
  },
}
