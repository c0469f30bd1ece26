import { fullPhone } from '#machines/forms/kinds/phone-answer.rules.ts'
import type { EventPlace } from '#machines/shell/machine-acts.ts'
import type { Answers, FieldDefinition, Scenario, ScenarioStep } from '#schemas'
import { FORM_TABS } from './registration-things.ts'

/** A draft as the storage of the tab holds it. */
type Draft = Answers | null | 'unreadable'

/** What has happened to the form of a scenario before one of its steps, as far as its acts have to know. */
export interface FormStory {
  /** The variant that is filled in; undefined until the variants are known. */
  readonly variant: string | undefined
  /** Field → its definition, of all that have been loaded. */
  readonly definitions: ReadonlyMap<string, FieldDefinition>
  /** Field → the answer that was given last. */
  readonly answers: ReadonlyMap<string, unknown>
  /** Variant → the drafts that were looked for, in order. */
  readonly drafts: ReadonlyMap<string, readonly Draft[]>
}

/** @param place the step before which the story ends */
export function formStory({ scenario, step }: EventPlace): FormStory {
  const { wanted = ['full_reg'], variants } = (scenario.input ?? {}) as { wanted?: string[]; variants?: string[] }
  const story = {
    variant: variants && chosen(variants, wanted),
    definitions: new Map<string, FieldDefinition>(),
    answers: new Map<string, unknown>(),
    drafts: new Map<string, readonly Draft[]>(),
  }
  for (const each of scenario.steps.slice(0, step)) tell(story, each, wanted)
  return story
}

type Telling = { -readonly [K in keyof FormStory]: FormStory[K] } & {
  readonly definitions: Map<string, FieldDefinition>
  readonly answers: Map<string, unknown>
  readonly drafts: Map<string, readonly Draft[]>
}

function tell(story: Telling, { do: deed, actor = '', value, event }: ScenarioStep, wanted: readonly string[]): void {
  const name = /^root\/(.+)#/.exec(actor)?.[1]
  if (name === 'loadVariants') story.variant = chosen(deed === 'ok' ? (value as string[]) : wanted.slice(-1), wanted)
  if (name === 'loadFields' && deed === 'ok')
    for (const definition of value as FieldDefinition[]) story.definitions.set(definition.id, definition)
  if (name === 'loadDraft' && story.variant)
    story.drafts.set(story.variant, [
      ...(story.drafts.get(story.variant) ?? []),
      deed === 'err' ? 'unreadable' : ((value ?? null) as Answers | null),
    ])
  if (event?.type === 'variant.chosen' && FORM_TABS[String(event.variant)]) story.variant = String(event.variant)
  if (event?.type === 'field.changed') story.answers.set(String(event.fieldId), event.value)
}

function chosen(offered: readonly string[], wanted: readonly string[]): string | undefined {
  return wanted.find((name) => offered.includes(name)) ?? offered[0] ?? wanted.at(-1)
}

/** The number that a field of the form holds before a step. */
export function phoneBefore(place: EventPlace, fieldId: string): string {
  return fullPhone(formStory(place).answers.get(fieldId) as never)
}

/** Everything that happens in a scenario of a form. */
export function wholeStory(scenario: Scenario): FormStory {
  return formStory({ scenario, step: scenario.steps.length })
}
