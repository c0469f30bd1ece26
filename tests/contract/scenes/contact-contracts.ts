import { newToken } from '#server/account/secrets/secrets.ts'
import type { CallContract } from './call-contract.ts'
import {
  latestTo,
  PATHS,
  playerChangingPhone,
  playerProvingEmail,
  playerProvingPhone,
  playerWithBoth,
  playerWithOtherEmail,
  playerWithWaitingPhone,
  told,
} from './contact-scene.ts'
import { SECRET_ANSWER } from './secret-question-contracts.ts'
import { provedPlayer } from './security-scene.ts'
import { newPhone, newPlayer, newVisitor, PASSWORD } from './test-visitor.ts'

const post = (body?: object) => ({ method: 'POST' as const, ...(body ? { body } : {}) })
const asGuest =
  (request: object): CallContract['refuse'] =>
  (server, path) =>
    newVisitor(server).send(path, request)
const asPlayer =
  (request: object): CallContract['refuse'] =>
  async (server, path) =>
    (await newPlayer(server)).send(path, request)
const link = (token: string) => post({ data: { attributes: { token } } })

/** The contracts of the calls by which players bind and change their phone and e-mail address. */
export const CONTACT_CONTRACTS: Readonly<Record<string, CallContract>> = {
  getContacts: {
    succeed: async (server, path) => (await newPlayer(server)).send(path),
    refuse: asGuest({}),
    refusal: 'access.denied',
  },
  createPhoneNumber: {
    succeed: async (server, path) => (await newPlayer(server)).send(path, post({ phone_number: newPhone() })),
    refuse: async (server, path) =>
      (await playerWithBoth(server)).player.send(path, post({ phone_number: newPhone() })),
    refusal: 'contact.exists',
  },
  confirmCreatedPhoneNumber: {
    succeed: async (server, path) => {
      const { player, phone, code } = await playerWithWaitingPhone(server)
      return player.send(path, post({ phone_number: phone, confirm_code: code, is_send_sms_to_apps: true }))
    },
    refuse: asPlayer(post({ phone_number: newPhone(), confirm_code: '123456' })),
    refusal: 'contact.expired',
  },
  updatePhoneNumber: {
    succeed: async (server, path) => {
      const { player, phone } = await playerWithBoth(server)
      await told(player, PATHS.sendCode)
      const { code } = await latestTo(server, phone)
      return player.send(path, post({ phone_number: newPhone(), confirm_code: code }))
    },
    refuse: async (server, path) => {
      const { player } = await playerWithBoth(server)
      return player.send(path, post({ phone_number: newPhone(), confirm_code: '123456' }))
    },
    refusal: 'phone_code.expired',
  },
  beginPhoneUpdate: {
    succeed: asPlayer(post({ phone: newPhone(), country_code: 'de' })),
    refuse: asPlayer(post({ phone: newPhone(), country_code: 'fr' })),
    refusal: 'contact.invalid',
  },
  getConfirmCodeCheck: {
    succeed: async (server, path) => {
      const { player, code } = await playerChangingPhone(server)
      return player.send(`${path}?confirm_code=${code}`)
    },
    refuse: async (server, path) => (await newPlayer(server)).send(`${path}?confirm_code=123456`),
    refusal: 'contact.expired',
  },
  checkConfirmCode: {
    succeed: async (server, path) => {
      const { player, code } = await playerChangingPhone(server)
      return player.send(path, post({ confirm_code: code }))
    },
    refuse: asPlayer(post({ confirm_code: '123456' })),
    refusal: 'contact.expired',
  },
  getUserAnswerCheck: {
    succeed: async (server, path) =>
      (await playerChangingPhone(server)).player.send(`${path}?user_answer=${SECRET_ANSWER}`),
    refuse: async (server, path) => (await playerChangingPhone(server)).player.send(`${path}?user_answer=Fido`),
    refusal: 'contact.answer_wrong',
  },
  checkUserAnswer: {
    succeed: async (server, path) =>
      (await playerChangingPhone(server)).player.send(path, post({ user_answer: SECRET_ANSWER })),
    refuse: async (server, path) =>
      (await playerChangingPhone(server)).player.send(path, post({ user_answer: 'Fido' })),
    refusal: 'contact.answer_wrong',
  },
  sendPhoneUpdateCode: {
    succeed: async (server, path) => (await playerWithBoth(server)).player.send(path, post()),
    refuse: asPlayer(post()),
    refusal: 'contact.none',
  },
  confirmPhoneUpdate: {
    succeed: async (server, path) => {
      const { player, code } = await playerProvingPhone(server)
      return player.send(path, post({ confirm_code: code }))
    },
    refuse: async (server, path) => {
      const { player, code } = await playerChangingPhone(server)
      return player.send(path, post({ confirm_code: code }))
    },
    refusal: 'contact.not_allowed',
  },
  beginEmailChange: {
    succeed: asPlayer(post({ email: 'another@mail.example' })),
    refuse: asPlayer(post({ email: 'no address' })),
    refusal: 'contact.invalid',
  },
  sendEmailChangeCode: {
    succeed: async (server, path) => (await provedPlayer(server)).player.send(path, post()),
    refuse: asPlayer(post()),
    refusal: 'contact.none',
  },
  checkEmailChangeCode: {
    succeed: async (server, path) => {
      const { player, email } = await provedPlayer(server)
      await told(player, PATHS.email, { email: 'by-code@mail.example' })
      await told(player, `${PATHS.email}/send-code`)
      return player.send(path, post({ confirm_code: (await latestTo(server, email)).code }))
    },
    refuse: asPlayer(post({ confirm_code: '123456' })),
    refusal: 'contact.expired',
  },
  checkEmailChangePassword: {
    succeed: async (server, path) => {
      const { player } = await provedPlayer(server)
      await told(player, PATHS.email, { email: 'by-password@mail.example' })
      return player.send(path, post({ password: PASSWORD }))
    },
    refuse: async (server, path) => {
      const { player } = await provedPlayer(server)
      await told(player, PATHS.email, { email: 'by-password@mail.example' })
      return player.send(path, post({ password: 'not the password' }))
    },
    refusal: 'password.wrong',
  },
  confirmEmailChange: {
    succeed: async (server, path) => {
      const { player, code } = await playerProvingEmail(server)
      return player.send(path, post({ confirm_code: code }))
    },
    refuse: asPlayer(post({ confirm_code: '123456' })),
    refusal: 'contact.expired',
  },
  activateFast: {
    succeed: async (server, path) => {
      const { token } = await playerProvingEmail(server)
      return newVisitor(server).send(path, link(token))
    },
    refuse: asGuest(link(newToken())),
    refusal: 'activation.invalid',
  },
  undoEmailChange: {
    succeed: async (server, path) => {
      const { undo } = await playerWithOtherEmail(server)
      return newVisitor(server).send(path, post({ token: undo }))
    },
    refuse: asGuest(post({ token: newToken() })),
    refusal: 'activation.invalid',
  },
  repeatActivationPopup: {
    succeed: async (server, path) => (await playerWithWaitingPhone(server)).player.send(path, post()),
    refuse: asGuest(post()),
    refusal: 'access.denied',
  },
}
