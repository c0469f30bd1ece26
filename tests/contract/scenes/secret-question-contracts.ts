import type { CallContract } from './call-contract.ts'
import { encoded } from './security-contracts.ts'
import { newPlayer, newVisitor, type TestPlayer } from './test-visitor.ts'

const post = (body?: object) => ({ method: 'POST' as const, ...(body ? { body } : {}) })
const asPlayer =
  (request: (player: TestPlayer) => object): CallContract['succeed'] =>
  async (server, path) => {
    const player = await newPlayer(server)
    return player.send(path, request(player))
  }
const asGuest =
  (request: object): CallContract['refuse'] =>
  (server, path) =>
    newVisitor(server).send(path, request)

/** What players of the contracts answer to their secret questions. */
export const SECRET_ANSWER = 'Bartleby'

/** The body of an answer to a secret question. */
export function answering({ password }: Pick<TestPlayer, 'password'>, more: object = {}): object {
  return { answer: SECRET_ANSWER, answer_repeat: SECRET_ANSWER, password: encoded(password), ...more }
}

/** The contracts of the calls of the secret question. */
export const SECRET_QUESTION_CONTRACTS: Readonly<Record<string, CallContract>> = {
  getUserSecureQuestion: { succeed: asPlayer(() => post()), refuse: asGuest(post()), refusal: 'access.denied' },
  getUserSecureQuestionWithPhone: {
    succeed: asPlayer(() => post()),
    refuse: asGuest(post()),
    refusal: 'access.denied',
  },
  getSecureQuestions: { succeed: asPlayer(() => ({})), refuse: asGuest({}), refusal: 'access.denied' },
  setAnswerToSecureQuestion: {
    succeed: asPlayer((player) => post(answering(player, { question_id: 1 }))),
    refuse: asPlayer((player) => post(answering(player, { question_id: 99 }))),
    refusal: 'secret_question.unknown',
  },
  setAnswerToCustomSecureQuestion: {
    succeed: asPlayer((player) => post(answering(player, { question: 'Who taught me to swim?' }))),
    refuse: asPlayer((player) =>
      post(answering(player, { question: 'Who taught me to swim?', answer_repeat: 'Bartelby' })),
    ),
    refusal: 'secret_question.not_repeated',
  },
}
