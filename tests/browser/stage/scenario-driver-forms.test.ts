import { test } from 'vitest'
import { scenarioPlayer } from './scenario-world.ts'

/** Of each machine of the registration those that say most; `livery scenario run --driver browser` plays all of them. */
const CHOSEN: Readonly<Record<string, readonly string[]>> = {
  'forms/form': [
    'submitted',
    'server-error-dies-with-its-answer',
    'nothing-is-asked',
    'fields-follow-the-country',
    'confirmation-is-all-that-lacks',
  ],
  'registration/registration': ['data-and-bonuses-on-demand', 'one-click-shows-password'],
  'phone/sms-code': ['phone-is-confirmed', 'sending-fails'],
  'phone/phone-code': ['picking-a-country', 'bare-code-is-picked'],
  'captcha/captcha': ['token'],
}

const { pass } = scenarioPlayer()

test.each(Object.entries(CHOSEN))('QA-13: %s plays on its page as its scenarios say', (machine, names) =>
  pass(machine.replace(/^.*\//, ''), names),
)
