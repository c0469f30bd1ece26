import {
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactorSecret,
  proveTwoFactor,
  renewRecoveryCodes,
  sendTwoFactorSms,
} from '#calls/two-factor.calls.ts'
import type { EventPlace, Impossible, MachineActs, PageAct } from '#machines/shell/machine-acts.ts'
import type { TwoFactorEvent } from '#schemas'

const PROOF = { hash: 'b'.repeat(43) }
/** Both are sent by one form, whose button is called by what it leads to. */
const SUBMIT: PageAct = {
  do: 'click',
  on: { role: 'button', name: /^Switch (on|off)$/, within: { role: 'main' } },
}

/** account/two-factor on the page that switches the second factor on; where it is on, it is switched off there. */
export const twoFactorActs: MachineActs<TwoFactorEvent> = {
  path: '/en/office/security/two-factor/enable',
  inputDefaults: { isOn: false, asksSms: false },
  player: ({ input }) => ({ hasSecondFactor: input?.isOn === true }),
  answers: () => [{ call: proveTwoFactor, body: PROOF }],
  events: {
    'app_code.changed': ({ type, code }, place) =>
      isThere(type, code, place) ?? [{ do: 'fill', on: { role: 'textbox', name: /^Code from the app/ }, text: code }],
    'sms_code.changed': ({ type, code }, place) =>
      place.scenario.input?.asksSms === true
        ? (isThere(type, code, place) ?? [
            { do: 'fill', on: { role: 'textbox', name: 'Code from the message' }, text: code },
          ])
        : { impossible: 'the page has this line only where a code by SMS is asked for' },
    'sms.requested': [{ do: 'click', on: { role: 'button', name: 'Send the code' } }],
    'form.submitted': [SUBMIT],
    'loading.retried': [{ do: 'click', on: { role: 'button', name: 'Try again' } }],
    'codes.kept': [{ do: 'click', on: { role: 'button', name: 'I have kept them' } }],
    'renewal.requested': [{ do: 'click', on: { role: 'button', name: 'Make new recovery codes' } }],
    'set_up.requested': [{ do: 'click', on: { role: 'button', name: 'Set it up' } }],
  },
  actors: {
    loadSecret: { call: getTwoFactorSecret },
    sendSms: { call: sendTwoFactorSms },
    enable: { call: enableTwoFactor },
    disable: { call: disableTwoFactor },
    renewCodes: { call: renewRecoveryCodes },
  },
}

/** Nobody changes a line to what it says already; it is emptied when what was typed has done its work. */
function isThere(type: string, code: string, { scenario, step }: EventPlace): Impossible | undefined {
  const before = scenario.steps.slice(0, step)
  const emptied = before.findLastIndex(({ do: deed }) => deed === 'ok')
  const last = before.slice(emptied + 1).findLast(({ event }) => event?.type === type)
  return last?.event?.code === code ? { impossible: 'the line says it already' } : undefined
}
