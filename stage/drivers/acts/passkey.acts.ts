import { login } from '#calls/account.calls.ts'
import {
  addPasskey,
  finishPasskeySignIn,
  finishPasskeyStep,
  startPasskey,
  startPasskeySignIn,
  startPasskeyStep,
} from '#calls/passkeys.calls.ts'
import { say } from '#cli/command-text.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import type {
  ActorCall,
  CallingActor,
  EventPlace,
  Impossible,
  MachineActs,
  PageAct,
  PageDeed,
  PageSighting,
  PageThing,
} from '#machines/shell/machine-acts.ts'
import type { PasskeyCreationAnswer, PasskeyEvent, PasskeyRequestAnswer, Scenario } from '#schemas'
import { HELD_PASSKEY } from '../browser/authenticator.ts'
import { playedSteps } from '../browser/played-steps.ts'
import { typed } from '../browser/typed-lines.ts'

type Json = Readonly<Record<string, unknown>>
type Purpose = 'sign_in' | 'second_step' | 'making'

/** What the machine is started with. */
interface Started {
  readonly purpose?: Purpose
  readonly authId?: string
}

/** What a browser can do with passkeys. */
interface PasskeySupport {
  readonly isSupported: boolean
  readonly hasAutofill: boolean
}

/** What a player has who uses a passkey as the second step. */
const LOGIN = 'ann@example.org'
const NAME: PageThing = { label: 'Name of the passkey' }
const SECRET: PageThing = { label: 'Password' }
const ADD: PageAct = { do: 'click', on: { role: 'button', name: 'Add a passkey' } }
const USE: PageAct = { do: 'click', on: { role: 'button', name: 'Use a passkey' } }
/** The first step, which leads to the second. */
const SIGN_IN: readonly PageAct[] = [
  { do: 'fill', on: { role: 'textbox', name: 'E-mail, phone or account number' }, text: LOGIN },
  { do: 'fill', on: SECRET, text: 'a sentence of mine' },
  { do: 'click', on: { role: 'button', name: 'Sign in', within: { role: 'main' } } },
]
/** The browser's report of what the player or the device has done. */
const OF_BROWSER: readonly string[] = ['passkey.dismissed', 'passkey.exists']
/** What an authenticator is asked to sign; it is the same for everybody here. */
const CHALLENGE = 'b'.repeat(43)
const TIMEOUT_MS = 300_000
/** For as long as no page is open. */
const HOST = 'brand.example'
const HELD: PasskeyRequestAnswer['allowCredentials'][number] = {
  type: 'public-key',
  id: HELD_PASSKEY.id,
  transports: ['internal'],
}

/** account/passkey on the pages that make one, sign in with one, and end a sign-in with one. */
export function passkeyActs(scenario: Scenario): MachineActs<PasskeyEvent> {
  const { purpose = 'sign_in', authId = null } = (scenario.input ?? {}) as Started
  const long = longAskings(scenario)
  const asked: CallingActor = {
    call: startCallOf(purpose),
    answer: (output, open) => (purpose === 'making' ? creationOf(output, open?.host) : requestOf(purpose, open?.host)),
    failsLater: (error) => OF_BROWSER.includes(readFailure(error).code),
    waitingCall: ({ step }) => ({
      name: 'ask',
      number: askings(scenario).indexOf(scenario.steps[step]?.actor ?? '') + 1 - long.length,
    }),
    deeds: ({ step }) => [
      { do: 'authenticator', meets: isDismissed(scenario.steps[step]?.value) ? 'stranger' : 'player' },
    ],
    // Which bytes an authenticator signs is its affair; that they are all there is the page's.
    comparable: (output) => Object.keys(output as Json).sort(),
  }
  return {
    path: pathOf(purpose, authId),
    inputDefaults: { purpose, ...(purpose === 'making' ? {} : { authId }) },
    config: { auth: { isPasskeyEnabled: true } },
    player: () => (purpose === 'making' ? { hasSecondFactor: false } : undefined),
    knowsPasskeys: knowsPasskeys,
    number: authId === null ? 1 : 2,
    toStart: purpose === 'making' ? [ADD] : authId === null ? [] : SIGN_IN,
    beginsAsFound: true,
    toBegin: long.length > 0 ? [{ do: 'authenticator', meets: 'nobody' }] : [],
    answers: () => [
      { call: startCallOf(purpose), bodyAt: (host) => requestOf(purpose, host), times: long.length },
      ...(authId === null ? [] : [{ call: login, failure: secondStep(authId) }]),
    ],
    around: ({ step }) => ({
      before: [],
      after: longBegun(scenario, step).map((count) => ({ do: 'awaitAnswers', path: startCallOf(purpose).path, count })),
    }),
    events: {
      'passkey.requested': [purpose === 'making' ? ADD : USE],
      'name.changed': (event, place) => typedIn(NAME, event.name, event, place),
      'secret.changed': (event, place) => typedIn(SECRET, event.secret, event, place),
    },
    actors: {
      readSupport: {
        own: say('driver.browser_knows_no_passkeys'),
        deeds: ({ step }) => supportDeeds(scenario.steps[step]?.value, scenario),
      },
      ask: asked,
      offer: asked,
      send: sendingOf(purpose),
    },
    comparable: (seen) => withSigned(seen, scenario),
  }
}

function secondStep(authId: string) {
  return { code: 'sign_in.second_factor', params: { authId, factor: 'app', passkeys: 1 } } as const
}

function startCallOf(purpose: Purpose): ActorCall {
  if (purpose === 'making') return startPasskey
  return purpose === 'sign_in' ? startPasskeySignIn : startPasskeyStep
}

function pathOf(purpose: Purpose, authId: string | null): string {
  if (purpose === 'making') return '/en/office/security'
  return purpose === 'sign_in' || authId !== null ? '/en/login' : '/en/login?social=second_factor_passkey'
}

function sendingOf(purpose: Purpose): CallingActor {
  if (purpose === 'making') return { call: addPasskey, answer: () => ({ success: true }) }
  return { call: purpose === 'sign_in' ? finishPasskeySignIn : finishPasskeyStep }
}

/** What the browser is asked in order to make one: not where its device holds one already. */
function creationOf(output: unknown, host = HOST): PasskeyCreationAnswer {
  return {
    challenge: CHALLENGE,
    rp: { id: host, name: 'Brand' },
    user: { id: HELD_PASSKEY.user, name: LOGIN, displayName: LOGIN },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    timeout: TIMEOUT_MS,
    excludeCredentials: readFailure(output).code === 'passkey.exists' ? [HELD] : [],
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  }
}

function requestOf(purpose: Purpose, host = HOST): PasskeyRequestAnswer {
  return {
    challenge: CHALLENGE,
    rpId: host,
    timeout: TIMEOUT_MS,
    allowCredentials: purpose === 'sign_in' ? [] : [HELD],
    userVerification: 'required',
  }
}

function isDismissed(value: unknown): boolean {
  return readFailure(value).code === 'passkey.dismissed'
}

/** Logical paths of the actors that ask the browser, in order of their start: each makes the same call first. */
function askings(scenario: Scenario): readonly string[] {
  return askingsAmong(playedSteps(scenario).flatMap(({ after }) => after.children))
}

/** Those during which time passes. No call may wait so long: the browser waits, for nobody comes to the authenticator. They are the
 *  first ones. */
function longAskings(scenario: Scenario): readonly string[] {
  const steps = playedSteps(scenario)
  return askingsAmong(
    steps.flatMap(({ told, before }, index) => (told.at > (steps[index - 1]?.told.at ?? 0) ? before.children : [])),
  )
}

/** How many of those have begun once a step begins another one. */
function longBegun(scenario: Scenario, step: number): readonly number[] {
  const seen = playedSteps(scenario)[step]
  const isBegun = (path: string) => seen?.after.children.includes(path) && !seen.before.children.includes(path)
  return longAskings(scenario).flatMap((path, index) => (isBegun(path) ? [index + 1] : []))
}

function askingsAmong(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)].filter((path) => /^root\/(ask|offer)#/.test(path))
}

function supportOf({ steps }: Scenario): unknown {
  return steps.find(({ actor }) => actor === 'root/readSupport#1')?.value
}

function knowsPasskeys(scenario: Scenario): boolean {
  return (supportOf(scenario) as Partial<PasskeySupport> | undefined)?.isSupported !== false
}

function supportDeeds(value: unknown, scenario: Scenario): readonly PageDeed[] {
  if (!knowsPasskeys(scenario)) return []
  const { hasAutofill = null } = value as Partial<PasskeySupport>
  return [{ do: 'passkeySupport', hasAutofill }]
}

/** The lines are there only where a passkey is made; what the machine takes no notice of needs none. */
function typedIn(on: PageThing, text: string, event: PasskeyEvent, place: EventPlace): readonly PageAct[] | Impossible {
  const { scenario, step } = place
  if (scenario.input?.purpose === 'making') return typed(on, text, event, place)
  const isReady = typeof playedSteps(scenario)[step]?.before.value === 'object'
  return isReady ? { impossible: say('driver.page_such_line_only') } : []
}

/** What an authenticator has signed, by what the scenario has in its stead. */
function withSigned(seen: PageSighting, { steps }: Scenario): PageSighting {
  const signed = steps.find(({ do: deed, actor = '' }) => deed === 'ok' && /^root\/(ask|offer)#/.test(actor))?.value
  const names = Object.keys((signed ?? {}) as Json)
    .sort()
    .join()
  const told = (_: string, value: unknown) =>
    typeof value === 'object' && value !== null && names !== '' && Object.keys(value).sort().join() === names
      ? signed
      : value
  return JSON.parse(JSON.stringify(seen, told)) as PageSighting
}
