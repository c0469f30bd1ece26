import { LOGGED, type MachineContract } from '#machines/shell/machine-contract.ts'
import type { OtherConfig } from '#schemas'
import { consentLevel } from './consent.rules.ts'
import { cookieConsentMachine } from './cookie-consent.machine.ts'

/** An instant. */
const NOW = 1_795_000_000_000

const QUESTION: OtherConfig['cookieConsent'] = { isAsked: true, defaultLevel: 0, levels: [0, 1, 2, 3], version: '2' }

const OF_NOW = { level: 1, givenAtMs: NOW, version: '2' }
const LATER = { level: 2, givenAtMs: NOW + 5000, version: '2' }
const OF_OLD = { level: 3, givenAtMs: NOW - 5000, version: '1' }

/** What playing and fuzzing the question about cookies need to know. */
export const cookieConsentContract: MachineContract<typeof cookieConsentMachine> = {
  machine: cookieConsentMachine,
  invariants: [
    {
      name: 'there is a reason for asking exactly while it is asked',
      holds: ({ value, context }) => (regions(value).question === 'asking') === (context.because !== null),
    },
    {
      name: 'a visitor is asked unbidden only by a brand that asks, and only what is not answered',
      holds: ({ context: { because, question, given } }) =>
        because === null || because === 'settings' || (question.isAsked && given?.version !== question.version),
    },
    {
      name: 'where a brand asks, no question is hidden that is not answered',
      holds: ({ value, context: { question, given } }) =>
        regions(value).question !== 'hidden' || !question.isAsked || given?.version === question.version,
    },
    {
      name: 'the last reported level is in force, and the default one before that',
      holds: ({ context: { question, given }, emitted }) => {
        const told = emitted.findLast(({ type }) => type === 'level.changed')
        return consentLevel(question, given ?? undefined) === (told ? told.level : question.defaultLevel)
      },
    },
    {
      name: 'only an answer to this version of the question is being stored',
      holds: ({ value, context: { question, given } }) =>
        regions(value).keeping !== 'storing' || given === null || given.version === question.version,
    },
    {
      name: 'no level is reported twice in a row',
      holds: ({ emitted }) => {
        const told = emitted.filter(({ type }) => type === 'level.changed')
        return told.every(({ level }, index) => index === 0 || told[index - 1]?.level !== level)
      },
    },
  ],
  consequences: { readAnswer: LOGGED, storeAnswer: LOGGED, logAnswer: LOGGED },
  abstract: ({ question, given, because }) => [
    question.isAsked,
    given?.version,
    given?.level,
    [OF_NOW, LATER].filter(({ givenAtMs }) => givenAtMs > (given?.givenAtMs ?? 0)).length,
    because,
  ],
  events: [
    { type: 'level.chosen', level: 3, nowMs: NOW + 1000 },
    { type: 'level.chosen', level: 0, nowMs: NOW + 2000 },
    { type: 'answer.shared', stored: OF_NOW },
    { type: 'answer.shared', stored: LATER },
    { type: 'answer.shared', stored: OF_OLD },
    { type: 'answer.shared', stored: null },
    { type: 'settings.opened' },
    { type: 'settings.closed' },
  ],
  outcomes: {
    readAnswer: { ok: [null, OF_NOW, OF_OLD, 'broken'], err: [{ code: 'no available storage method' }] },
    storeAnswer: { ok: [null], err: [{ code: 'quota exceeded' }] },
    logAnswer: { ok: [null], err: [{ code: 'request.offline' }] },
  },
  eventSchema: 'site/cookie-consent-event',
  inputs: [{ question: QUESTION }, { question: { ...QUESTION, isAsked: false, levels: [0, 3] } }],
}

function regions(value: unknown) {
  return value as { readonly question: string; readonly keeping: string }
}
