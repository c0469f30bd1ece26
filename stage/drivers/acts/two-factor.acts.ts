import {
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactorSecret,
  getTwoFactorState,
  proveTwoFactor,
  renewRecoveryCodes,
  sendTwoFactorSms,
} from '#calls/two-factor.calls.ts'
import { say } from '#cli/command-text.ts'
import type { MachineActs, PageAct, PageThing } from '#machines/shell/machine-acts.ts'
import type { TwoFactorEvent } from '#schemas'
import { typed } from '../browser/typed-lines.ts'

const ASKS_SMS = { isOn: false, recoveryCodesLeft: 0, asksSms: true }
/** What a server says besides of a code that it has sent. */
const SENT = { codeLength: 6, lifetimeSeconds: 300 }
const PROOF = { hash: 'b'.repeat(43) }
const APP_LINE: PageThing = { role: 'textbox', name: /^Code from the app/ }
const SMS_LINE: PageThing = { role: 'textbox', name: 'Code from the message' }
const SET_UP: PageAct = { do: 'click', on: { role: 'button', name: 'Set up' } }
/** Both are sent by one form, whose button is called by what it leads to. */
const SUBMIT: PageAct = {
  do: 'click',
  on: { role: 'button', name: /^Turn (on|off)$/, within: { role: 'main' } },
}

/** account/two-factor on the page that switches the second factor on; where it is on, it is switched off there. */
export const twoFactorActs: MachineActs<TwoFactorEvent> = {
  // The page asks for a code by SMS where the server says so, which is answered once it is not asked any more within its process.
  path: ({ asksSms }) => `/en/office/security/two-factor/${asksSms === true ? 'disable' : 'enable'}`,
  toStart: ({ input }) => (input?.asksSms === true ? [SET_UP] : []),
  inputDefaults: { isOn: false, asksSms: false },
  player: ({ input }) => ({ hasSecondFactor: input?.isOn === true }),
  answers: ({ input }) => [
    { call: proveTwoFactor, body: PROOF },
    ...(input?.asksSms === true ? [{ call: getTwoFactorState, body: ASKS_SMS }] : []),
  ],
  reasonAgainst: ({ input }) =>
    input?.isOn === true && input.asksSms === true ? say('driver.page_comes_by_another') : undefined,
  events: {
    'app_code.changed': (event, place) => typed(APP_LINE, event.code, event, place),
    'sms_code.changed': (event, place) =>
      place.scenario.input?.asksSms === true
        ? typed(SMS_LINE, event.code, event, place)
        : { impossible: say('driver.page_line_only_code') },
    'sms.requested': [{ do: 'click', on: { role: 'button', name: 'Send the code' } }],
    'form.submitted': [SUBMIT],
    'loading.retried': [{ do: 'click', on: { role: 'button', name: 'Try again' } }],
    'codes.kept': [{ do: 'click', on: { role: 'button', name: 'I have saved them' } }],
    'renewal.requested': [{ do: 'click', on: { role: 'button', name: 'Create new recovery codes' } }],
    'set_up.requested': [SET_UP],
  },
  actors: {
    loadSecret: { call: getTwoFactorSecret },
    sendSms: { call: sendTwoFactorSms, answer: (sent) => ({ ...SENT, ...(sent as object) }) },
    enable: { call: enableTwoFactor },
    disable: { call: disableTwoFactor },
    renewCodes: { call: renewRecoveryCodes },
  },
}
