import { logCookieAgreement } from '#calls/site.calls.ts'
import { say } from '#cli/command-text.ts'
import type { MachineActs, PageAct, PageThing } from '#machines/shell/machine-acts.ts'
import { preferenceKey } from '#machines/site/consent/stored-keys.rules.ts'
import type { CookieConsentEvent, CookieConsentLevelChosen, OtherConfig, Scenario, ScenarioStep } from '#schemas'
import { actorName } from './event-acts.ts'

const KEY = preferenceKey('cookieConsent')
const QUESTION: PageThing = { role: 'region', name: 'Your choice of cookies' }
/** The layer over the page comes when the page is at rest. */
const LAYER_AFTER_MS = 300

/** site/cookie-consent on every page: the question, its settings at the foot of the page, and other tabs. */
export const cookieConsentActs: MachineActs<CookieConsentEvent> = {
  path: '/en',
  opensAfterMs: LAYER_AFTER_MS,
  config: (scenario) => ({ other: { cookieConsent: questionOf(scenario) } }),
  startMs: (scenario) => instantsOfStart(scenario)[0],
  stored: (scenario) => {
    const [read] = endsOf(scenario, 'readAnswer')
    const answer = read?.do === 'ok' ? read.value : null
    return { [KEY]: answer === null || answer === undefined ? null : JSON.stringify(answer) }
  },
  storage: (scenario) => {
    if (endsOf(scenario, 'readAnswer').some(hasFailed)) return 'closed'
    return endsOf(scenario, 'storeAnswer').some(hasFailed) ? 'full' : 'open'
  },
  events: {
    'level.chosen': choiceOf,
    'settings.opened': [{ do: 'click', on: button('Cookie settings') }],
    'settings.closed': [{ do: 'click', on: button('Close') }],
    'answer.shared': ({ stored }) => [{ do: 'store', key: KEY, text: stored === null ? null : JSON.stringify(stored) }],
  },
  actors: {
    readAnswer: { own: say('driver.page_reads_local_storage') },
    storeAnswer: { own: say('driver.page_writes_local_storage') },
    logAnswer: { call: logCookieAgreement, answer: () => ({ success: true }) },
  },
  shows: { 'question.asking': QUESTION },
  reasonAgainst,
}

function button(name: string): PageThing {
  return { role: 'button', name }
}

function choiceOf({ level }: CookieConsentLevelChosen): readonly PageAct[] {
  if (level === 3) return [{ do: 'click', on: button('Accept all') }]
  if (level === 0) return [{ do: 'click', on: button('Only necessary') }]
  return [
    { do: 'unfold', on: { text: 'Choose yourself' } },
    { do: level === 1 ? 'check' : 'uncheck', on: { role: 'checkbox', name: 'Functionality' } },
    { do: level === 2 ? 'check' : 'uncheck', on: { role: 'checkbox', name: 'Marketing' } },
    { do: 'click', on: button('Save my choice') },
  ]
}

function questionOf({ input }: Scenario) {
  return (input as { readonly question: OtherConfig['cookieConsent'] }).question
}

/** The instants that time 0 would have to be, by what the scenario says of the clock; one where it goes as it should. */
function instantsOfStart({ steps }: Scenario): readonly number[] {
  const told = steps.flatMap(({ at, event }) =>
    event?.type === 'level.chosen' ? [(event as unknown as CookieConsentLevelChosen).nowMs - at] : [],
  )
  return [...new Set(told)]
}

function endsOf({ steps }: Scenario, actor: string): readonly ScenarioStep[] {
  return steps.filter((step) => actorName(step) === actor)
}

function hasFailed({ do: deed }: ScenarioStep): boolean {
  return deed === 'err'
}

function reasonAgainst(scenario: Scenario): string | undefined {
  const { isAsked } = questionOf(scenario)
  const hears = (type: CookieConsentEvent['type']) => scenario.steps.some(({ event }) => event?.type === type)
  const stored = endsOf(scenario, 'storeAnswer')
  if (instantsOfStart(scenario).length > 1) return say('driver.clock_page_jump')
  if (stored.some(hasFailed) && !stored.every(hasFailed)) return say('driver.full_storage_stays_full')
  if (endsOf(scenario, 'readAnswer').some(hasFailed) && hears('answer.shared')) {
    return say('driver.storage_closed_no_tab')
  }
  if (hears('settings.opened') && !isAsked) return say('driver.page_offers_no_settings')
  return undefined
}
