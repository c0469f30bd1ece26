import { test } from 'vitest'
import { scenarioPlayer } from './scenario-world.ts'

const { goes } = scenarioPlayer()

/** Ten seconds for each story of the longest of them. */
const ALL_MS = { timeout: 1_500_000 }

test('AUTH-2, AUTH-15, AUTH-16, AUTH-19, QA-13: a player signs in on the page as all stories tell', ALL_MS, () =>
  goes('sign-in'),
)

test('TFA-3, TFA-7, TFA-8, QA-13: the second factor plays on its page as all stories say', ALL_MS, () =>
  goes('two-factor'),
)

test('REG-12, SMS-1, SMS-2, SMS-3, SMS-6, QA-13: a phone is confirmed on the page as all stories tell', ALL_MS, () =>
  goes('sms-code'),
)

test(
  'ACC-2, ACC-4, AUTH-12, AUTH-13, QA-13: a password is changed and reset on its pages as all stories tell',
  ALL_MS,
  () => goes('password'),
)

test('ACC-5, ACC-12, OFF-10, QA-13: a phone is changed on its page as all stories tell', ALL_MS, () =>
  goes('phone-change'),
)

test('OFF-11, QA-13: an e-mail address is changed on its page as all stories tell', ALL_MS, () => goes('email-change'))

test('AUTH-17, SEC-12, QA-13: a session ends on its page as all stories tell', ALL_MS, () => goes('session-guard'))

test('KYC-2, KYC-3, KYC-8, OFF-14, QA-13: documents are sent from their page as all stories tell', ALL_MS, () =>
  goes('identification'),
)

test('AUTH-6, AUTH-7, QA-13: who does nothing is warned and signed out on a page as all stories tell', ALL_MS, () =>
  goes('auto-logoff'),
)

test('AUTH-16, QA-13: passkeys are made and used on their pages as all stories tell', ALL_MS, () => goes('passkey'))

test(
  'TOK-1, TOK-2, TOK-3, TOK-5, TOK-7, TOK-8, TOK-9, TOK-10, TOK-13, QA-13: the stories of the service token play on a page, or say why they cannot',
  ALL_MS,
  () =>
    goes('service-token', {
      'on the page root/readStored is over by then: it reads the storage of the browser at once': [
        'asked-during-the-call',
        'dead-tab-holds-the-lock',
        'late-lock-restarts-nothing',
        'lock-cannot-be-stolen',
        'waking-while-a-token-is-got',
      ],
      'on the page root/holdLock is over by then: the page waits for the lock of all tabs, and has it as soon as it is free':
        ['refused-token-replaced-newer-one-another-tab'],
    }),
)
