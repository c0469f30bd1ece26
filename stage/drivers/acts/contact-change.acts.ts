import {
  beginEmailChange,
  beginPhoneUpdate,
  checkConfirmCode,
  checkEmailChangeCode,
  checkEmailChangePassword,
  checkUserAnswer,
  confirmCreatedPhoneNumber,
  confirmEmailChange,
  confirmPhoneUpdate,
  createPhoneNumber,
  getContacts,
  sendEmailChangeCode,
  sendPhoneUpdateCode,
} from '#calls/contacts.calls.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import type { EventPlace, MachineActs, PageAct, PageSighting, PageThing } from '#machines/shell/machine-acts.ts'
import type { EmailChangeEvent, PhoneChangeEvent, Scenario } from '#schemas'
import { typed } from '../browser/typed-lines.ts'
import { ASK_CODE, DIALLING_CODE } from './registration-things.ts'

const CODE_LABEL = 'Code from the message'
/** Characters of a code where the scenario's input names none. */
const CODE_LENGTH = 6
const CODE: PageThing = { role: 'textbox', name: CODE_LABEL }
/** What a player has who changes the phone, or proves another one. */
const PHONE_NOW = '+4915123456789'

/** What of its page is a phone's own, or an e-mail address's. */
interface ContactPage {
  readonly address: PageThing
  readonly secret: PageThing
}

/** What the server says of an address itself. */
const REFUSALS: readonly string[] = ['contact.same', 'contact.taken', 'contact.invalid']
const GO_ON: PageAct = { do: 'click', on: { role: 'button', name: 'Continue' } }
/** Links of the menu of the office, and of a page on which nothing waits. */
const TO_PHONE: PageAct = { do: 'click', on: { role: 'link', name: 'Phone', index: 0 } }
const TO_EMAIL: PageAct = { do: 'click', on: { role: 'link', name: 'E-mail', index: 0 } }
const TO_PHONE_CHANGE = { do: 'click', on: { role: 'link', name: 'Change phone' } } as const satisfies PageAct

/** Away and back again, once the page that lies between is there. */
const ROUNDABOUT: readonly PageAct[] = [TO_PHONE, { do: 'hover', on: TO_PHONE_CHANGE.on }, { do: 'back' }]
/** The line takes a number when the countries are there. */
const COUNTRIES: PageAct = { do: 'hover', on: DIALLING_CODE }

const PHONE: ContactPage = {
  address: { role: 'textbox', name: 'New phone' },
  secret: { label: 'Answer to your secret question' },
}
const EMAIL: ContactPage = {
  address: { role: 'textbox', name: 'New e-mail address' },
  secret: { label: 'Password' },
}

/** account/phone-change in the office: a first phone by its own page. For another one its page is come to by others, since the
 *  server brings along what the player really has to a page that is opened by its address. */
export const phoneChangeActs: MachineActs<PhoneChangeEvent> = {
  path: ({ ways }) => `/en/office/phone/${hasEntries(ways) ? 'activation' : 'binding'}`,
  toStart: ({ input }) => {
    if (!hasEntries(input?.ways)) return [COUNTRIES]
    return input?.waiting === undefined ? [TO_PHONE, TO_PHONE_CHANGE, COUNTRIES] : ROUNDABOUT
  },
  answers: ({ input }) => [
    {
      call: getContacts,
      body: {
        phone: PHONE_NOW,
        phoneWays: input?.ways ?? [],
        emailWays: [],
        ...(input?.waiting === undefined ? {} : { waitingPhone: input.waiting }),
      },
    },
  ],
  actors: {
    begin: { call: beginPhoneUpdate, isOwn: (body) => hasMember(body, 'phone') },
    // A first phone has calls of its own.
    sendCode: { call: { ...sendPhoneUpdateCode, alsoAt: createPhoneNumber.path }, answer: sentAnswer },
    allowByCode: { call: checkConfirmCode },
    allowBySecret: { call: checkUserAnswer },
    confirm: { call: { ...confirmPhoneUpdate, alsoAt: confirmCreatedPhoneNumber.path } },
  },
  ...commonActs(PHONE),
}

/** account/email-change in the office, come to in the same way. */
export const emailChangeActs: MachineActs<EmailChangeEvent> = {
  path: '/en/office/email/activation',
  toStart: ({ input }) => (input?.waiting === undefined ? [TO_EMAIL] : ROUNDABOUT),
  answers: ({ input }) => [
    {
      call: getContacts,
      body: {
        phone: PHONE_NOW,
        phoneWays: ['code'],
        emailWays: input?.ways ?? ['secret', 'code'],
        ...(input?.waiting === undefined ? {} : { waitingEmail: input.waiting }),
      },
    },
  ],
  actors: {
    begin: { call: beginEmailChange, isOwn: (body) => hasMember(body, 'email') },
    sendCode: { call: sendEmailChangeCode, answer: sentAnswer },
    allowByCode: { call: checkEmailChangeCode },
    allowBySecret: { call: checkEmailChangePassword },
    confirm: { call: confirmEmailChange },
  },
  ...commonActs(EMAIL),
}

/** What both have in common. */
function commonActs(page: ContactPage) {
  return {
    inputDefaults: { codeLength: CODE_LENGTH, codeLabel: CODE_LABEL },
    // What the scenario configures is the server's, which tells the length with each code.
    pageConfig: ({ input }: Scenario) => ({ auth: { codeLength: input?.codeLength ?? CODE_LENGTH } }),
    player: () => ({ hasSecondFactor: false }),
    events: {
      'address.entered': ({ value }: { readonly value: string }, place: EventPlace) => enter(page, value, place),
      'way.turned': [
        {
          do: 'click',
          on: {
            role: 'button',
            name: /^(Answer the secret question instead|Enter the password instead|Get a code instead)$/,
          },
        },
      ],
      'code.requested': [{ do: 'click', on: ASK_CODE }],
      'code.changed': (event: { readonly type: string; readonly code: string }, place: EventPlace) =>
        typed(CODE, event.code, event, place),
      'code.submitted': [{ do: 'press', key: 'Enter', on: CODE }],
      'secret.changed': (event: { readonly type: string; readonly secret: string }, place: EventPlace) =>
        typed(page.secret, event.secret, event, place),
      'secret.submitted': [{ do: 'press', key: 'Enter', on: page.secret }],
      'back.pressed': [{ do: 'click', on: { role: 'button', name: /^Enter another (phone|address)$/ } }],
    },
    comparable: ({ context, ...seen }: PageSighting) => ({ ...seen, context: withPlainLabel(context) }),
  } as const
}

/** The form tells an address as it sends it. A refused one is typed again, for it is not resent unchanged; after any
 *  other failure it is still in the input. Where there is no form, the attempt has no effect. */
function enter({ address }: ContactPage, value: string, { scenario, step }: EventPlace): readonly PageAct[] {
  const before = scenario.steps[step - 1]
  const hasFailed = before?.do === 'err' && before.actor?.startsWith('root/begin#') === true
  const isRefused = hasFailed && REFUSALS.includes(readFailure(before.value).code)
  if (hasFailed && !isRefused && scenario.steps[step - 2]?.event?.value === value) return [GO_ON]
  const emptied: readonly PageAct[] = isRefused ? [{ do: 'fill', on: address, text: '' }] : []
  return [...emptied, { do: 'fill', on: address, text: value }, GO_ON]
}

function hasEntries(ways: unknown): boolean {
  return Array.isArray(ways) && ways.length > 0
}

function hasMember(body: unknown, name: string): boolean {
  return typeof body === 'object' && body !== null && name in body
}

function sentAnswer(output: unknown): unknown {
  const { message, codeLength, retryAfterSeconds } = output as {
    readonly message: string
    readonly codeLength: number
    readonly retryAfterSeconds: number
  }
  return { message, code_length: codeLength, retry_after_seconds: retryAfterSeconds }
}

/** What a brand calls the code is its own affair: scenarios call it Code. */
function withPlainLabel(context: unknown): unknown {
  const text = JSON.stringify(context, (_, value) => (value === CODE_LABEL ? 'Code' : value))
  return JSON.parse(text)
}
