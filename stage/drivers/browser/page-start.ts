import type { AnyMachineActs, PageDeed } from '#machines/shell/machine-acts.ts'
import { preferenceKey } from '#machines/site/consent/stored-keys.rules.ts'
import type { Scenario } from '#schemas'
import { fillSecrets } from '../../recorder/secret-values.ts'

/** The instant that virtual time 0 stands for where a scenario names none. */
const START_MS = Date.parse('2026-01-15T12:00:00Z')

/** A clock that is installed runs until it is told to stand, which it can only at a moment to come: so much before that it begins. */
export const HOUR_MS = 3_600_000

/** The cookie question is answered, so that it covers nothing. */
const ANSWERED = { [preferenceKey('cookieConsent')]: '{"level":0,"givenAtMs":1700000000000,"version":"1"}' }

/** What a scenario starts its machine with, and what a page gives it besides. */
export function scenarioInput({ input = {}, seed = 0 }: Scenario, { inputDefaults = {} }: AnyMachineActs) {
  return { ...inputDefaults, ...(fillSecrets(input, seed) as Record<string, unknown>) }
}

/** What the machine is started with on the page, if the page is as the scenario wants it. */
export function pageInput(scenario: Scenario, acts: AnyMachineActs): Readonly<Record<string, unknown>> {
  const input = scenarioInput(scenario, acts)
  return acts.pageInput?.(input) ?? input
}

/** What a person does before the machine is in its start state. */
export function startActs({ toStart = [] }: AnyMachineActs, scenario: Scenario): readonly PageDeed[] {
  return typeof toStart === 'function' ? toStart(scenario) : toStart
}

/** Whether what the machine has been until its page stands is none of the scenario. */
export function beginsAsFound({ beginsAsFound: isSo = false }: AnyMachineActs, scenario: Scenario): boolean {
  return typeof isSo === 'function' ? isSo(scenario) : isSo
}

/** What the local storage holds before the page is opened: keys with their texts. */
export function storedTexts(acts: AnyMachineActs, scenario: Scenario): readonly (readonly [string, string])[] {
  return Object.entries({ ...ANSWERED, ...acts.stored?.(scenario) }).flatMap(([key, text]) =>
    text === null ? [] : [[key, text] as const],
  )
}

/** What the clock of the page shows at time 0, in ms since 1970. */
export function startTime(acts: AnyMachineActs, scenario: Scenario): number {
  return scenario.startAt === undefined ? (acts.startMs?.(scenario) ?? START_MS) : Date.parse(scenario.startAt)
}
