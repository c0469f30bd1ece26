import { fullPhone } from '#machines/forms/kinds/phone-answer.rules.ts'
import type { EventPlace } from '#machines/shell/machine-acts.ts'
import type { Answers, FieldDefinition, Scenario, ScenarioStep } from '#schemas'
import { FORM_TABS } from './registration-things.ts'

/** A draft as the storage of the tab holds it. */
type Draft = Answers | null | 'unreadable'

/** What has happened to the form of a scenario before one of its steps, as far as its acts have to know. */
export interface FormScenario {
  /** The variant that is filled in; undefined until the variants are known. */
  readonly variant: string | undefined
  /** Field → its definition, of all that have been loaded. */
  readonly definitions: ReadonlyMap<string, FieldDefinition>
  /** Field → the answer that was given last. */
  readonly answers: ReadonlyMap<string, unknown>
  /** Variant → the drafts that were looked for, in order. */
  readonly drafts: ReadonlyMap<string, readonly Draft[]>
}

/** @param place the step before which the scenario ends */
export function formScenario({ scenario, step }: EventPlace): FormScenario {
  const { wanted = ['full_reg'], variants } = (scenario.input ?? {}) as { wanted?: string[]; variants?: string[] }
  const played = {
    variant: variants && chosen(variants, wanted),
    definitions: new Map<string, FieldDefinition>(),
    answers: new Map<string, unknown>(),
    drafts: new Map<string, readonly Draft[]>(),
  }
  for (const each of scenario.steps.slice(0, step)) tell(played, each, wanted)
  return played
}

type Telling = { -readonly [K in keyof FormScenario]: FormScenario[K] } & {
  readonly definitions: Map<string, FieldDefinition>
  readonly answers: Map<string, unknown>
  readonly drafts: Map<string, readonly Draft[]>
}

function tell(played: Telling, { do: deed, actor = '', value, event }: ScenarioStep, wanted: readonly string[]): void {
  const name = /^root\/(.+)#/.exec(actor)?.[1]
  if (name === 'loadVariants') played.variant = chosen(deed === 'ok' ? (value as string[]) : wanted.slice(-1), wanted)
  if (name === 'loadFields' && deed === 'ok')
    for (const definition of value as FieldDefinition[]) played.definitions.set(definition.id, definition)
  if (name === 'loadDraft' && played.variant)
    played.drafts.set(played.variant, [
      ...(played.drafts.get(played.variant) ?? []),
      deed === 'err' ? 'unreadable' : ((value ?? null) as Answers | null),
    ])
  if (event?.type === 'variant.chosen' && FORM_TABS[String(event.variant)]) played.variant = String(event.variant)
  if (event?.type === 'field.changed') played.answers.set(String(event.fieldId), event.value)
}

function chosen(offered: readonly string[], wanted: readonly string[]): string | undefined {
  return wanted.find((name) => offered.includes(name)) ?? offered[0] ?? wanted.at(-1)
}

/** The number that a field of the form holds before a step. */
export function phoneBefore(place: EventPlace, fieldId: string): string {
  return fullPhone(formScenario(place).answers.get(fieldId) as never)
}

/** Everything that happens in a scenario of a form. */
export function wholeFormScenario(scenario: Scenario): FormScenario {
  return formScenario({ scenario, step: scenario.steps.length })
}
