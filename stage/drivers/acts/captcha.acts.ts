import { postRegistration } from '#calls/registration.calls.ts'
import { say } from '#cli/command-text.ts'
import type { EventPlace, Impossible, MachineActs, PageAct, PageThing } from '#machines/shell/machine-acts.ts'
import type { CaptchaEvent, Scenario } from '#schemas'
import { isSubmission, SEND_FORM } from './registration-things.ts'

/** The button of the field, before the first try and after one that has failed. */
const START: PageThing = { role: 'button', name: /^(I am not a robot|Check again)$/ }

/** The form is filled in and sent, which asks for a token. */
const SEND: readonly PageAct[] = [
  { do: 'check', on: { role: 'checkbox', name: /minimum age/ } },
  { do: 'check', on: { role: 'checkbox', name: /I have read/ } },
  { do: 'click', on: SEND_FORM },
]

/** A token that a device has worked for; no two are alike. */
const WORKED = /^[\w-]{22}\.\d+-[0-9a-f]{64}$/

/** captcha/captcha of a one-click registration, started by its field or by the form. Its machine begins with the first asking. */
export const captchaActs: MachineActs<CaptchaEvent> = {
  path: '/en/registration/fast_reg',
  toStart: (scenario) => (isAskedByForm(scenario) ? SEND : [{ do: 'click', on: START }]),
  config: (scenario) => ({
    captcha: {
      type: typeOf(scenario),
      siteKeys: siteKeysOf(scenario),
      guards: { registration: 'always' },
      challengeCost: 100,
    },
  }),
  // The form does not come through, so that it is still there when its token is spent.
  answers: () => [{ call: postRegistration, isMeant: isSubmission }],
  events: {
    'captcha.requested': request,
    'captcha.dismissed': (_, { scenario }) => ({
      impossible:
        typeOf(scenario) === 'puzzle'
          ? say('driver.dialog_tells_closed_gone')
          : say('driver.captcha_shows_nothing_closed'),
    }),
    'captcha.expired': { impossible: say('driver.only_provider_takes_challenge') },
    'captcha.failed': { impossible: say('driver.only_script_provider_says') },
    // The token travels with the form, which was sent when it was asked for.
    'token.spent': [],
    'provider.switched': { impossible: say('driver.only_operator_puts_another') },
    'page.left': [{ do: 'click', on: { role: 'link', name: 'Sign in', within: { role: 'main' } } }],
  },
  actors: {
    loadScript: { own: say('driver.worker_started_once'), comparable: () => null },
    renderWidget: { own: say('driver.nothing_draw'), comparable: () => null },
    askReadiness: { own: say('driver.worker_ready_been_started') },
    execute: { own: say('driver.device_works_long_takes'), comparable: pass },
    resetWidget: { own: say('driver.worker_ended_once'), comparable: () => null },
    disposeWidget: { own: say('driver.worker_ended_once'), comparable: () => null },
  },
  comparable: ({ value, context, effects }, scenario) => ({
    value,
    context: withToken(context, scenario),
    effects: withToken(effects, scenario) as typeof effects,
  }),
  reasonAgainst,
}

/** A provider on another host knows a site by its key. */
function siteKeysOf(scenario: Scenario): Readonly<Record<string, string>> {
  return isHosted(scenario) ? { [typeOf(scenario)]: 'site-key' } : {}
}

const isHosted = (scenario: Scenario) => !['custom', 'puzzle'].includes(typeOf(scenario))

function typeOf({ input }: Scenario): string {
  return String((input as { readonly type?: string } | undefined)?.type)
}

/** The first asking is what starts the machine; a token that is held is asked for by sending the form. */
function request(_: unknown, { scenario, step }: EventPlace): readonly PageAct[] | Impossible {
  const before = scenario.steps.slice(0, step)
  if (!before.some(({ event }) => event?.type === 'captcha.requested')) return []
  if (before.some(({ event }) => event?.type === 'page.left'))
    return { impossible: say('driver.comes_back_form_another') }
  const isSolved = before.findLast(({ expect }) => expect?.value !== undefined)?.expect?.value === 'solved'
  if (!isSolved) return [{ do: 'click', on: START }]
  return SEND
}

/** Whether the first token is spent unasked: who asked for it was the form, which goes as soon as it has one. */
function isAskedByForm({ steps }: Scenario): boolean {
  const [first, next] = steps.flatMap(({ event }) =>
    event?.type === 'captcha.requested' || event?.type === 'token.spent' ? [event.type] : [],
  )
  return first === 'captcha.requested' && next === 'token.spent'
}

function pass(output: unknown): unknown {
  const { token, lifetimeMs } = output as { readonly token?: unknown; readonly lifetimeMs?: unknown }
  return { token: typeof token, lifetimeMs }
}

/** What is seen, with the token of the scenario in the place of the one that was worked for. */
function withToken(seen: unknown, { steps }: Scenario): unknown {
  const solved = steps.find(({ do: deed, actor }) => deed === 'ok' && actor?.startsWith('root/execute'))?.value
  const token = (solved as { readonly token?: string } | undefined)?.token
  const text = JSON.stringify(seen, (_, value) => (typeof value === 'string' && WORKED.test(value) ? token : value))
  return JSON.parse(text)
}

/** Whether the script of a provider is not had, and nothing else happens: no other host is reached from here. */
function isBlocked(scenario: Scenario): boolean {
  const ends = scenario.steps.filter(({ do: deed }) => deed === 'ok' || deed === 'err')
  const isOfBlocked = ({ do: deed, actor = '' }: (typeof ends)[number]) =>
    deed === 'err' ? actor.startsWith('root/loadScript') : actor.startsWith('root/disposeWidget')
  return isHosted(scenario) && ends.some(({ do: deed }) => deed === 'err') && ends.every(isOfBlocked)
}

/** Whose challenge is shown or solved by others than the brand's own server. */
function reasonAgainst(scenario: Scenario): string | undefined {
  const type = typeOf(scenario)
  const { isForceDisabled } = (scenario.input ?? {}) as { readonly isForceDisabled?: boolean }
  if (type === 'disabled' || isForceDisabled) return say('driver.page_whose_captcha_switched')
  if (isHosted(scenario) && !isBlocked(scenario)) return say('driver.script_comes_from_another', { type })
  const failing = scenario.steps.find(({ do: deed }) => deed === 'err' && !isBlocked(scenario))
  if (failing)
    return say('driver.nobody_make_fail', { actor: failing.actor ?? '', value: JSON.stringify(failing.value) })
  if (scenario.steps.some(({ actor, value }) => actor?.includes('askReadiness') && value === false))
    return say('driver.worker_ready_been_started')
  if (type === 'puzzle' && scenario.steps.some(({ do: deed, actor }) => deed === 'ok' && actor?.includes('execute')))
    return say('driver.each_challenge_is_another')
  return undefined
}
