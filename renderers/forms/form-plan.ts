import { answerReaders } from '#machines/forms/check-answers.rules.ts'
import { type ConditionForest, conditionForest } from '#machines/forms/depends-on.rules.ts'
import type { FieldDefinition } from '#schemas'

/** The definitions of a form with what is worked out once for all of them. */
export interface FormPlan {
  readonly definitions: readonly FieldDefinition[]
  readonly byId: ReadonlyMap<string, FieldDefinition>
  readonly conditions: ConditionForest
  /** Field → the fields that are judged by its answer too. */
  readonly readers: ReadonlyMap<string, readonly string[]>
}

/** Works out what a list of definitions asks at every key. */
export function planForm(definitions: readonly FieldDefinition[]): FormPlan {
  return {
    definitions,
    byId: new Map(definitions.map((definition) => [definition.id, definition])),
    conditions: conditionForest(definitions),
    readers: answerReaders(definitions),
  }
}
