import { findOption } from '#machines/forms/kinds/options.rules.ts'
import { initialAnswers } from '#machines/forms/projection.rules.ts'
import { parseQuery } from '#machines/site/routes/query.rules.ts'
import type { Answers, FieldDefinition } from '#schemas'

/** Longest answer that an address may bring along. */
export const PREFILL_MAX_LENGTH = 64

/** What the query of an address answers beforehand: field id → text. Of several parameters for one field the first wins; what
 *  is empty or too long is left out.
 *  @param prefills parameter → field id, as the brand configures it   @param query `'?promo=SUMMER&page=2'` */
export function prefilledAnswers(
  prefills: Readonly<Record<string, string>>,
  query: string,
): Readonly<Record<string, string>> {
  const asked = new Map(parseQuery(query))
  const given = Object.entries(prefills).flatMap(([parameter, fieldId]) => {
    const text = asked.get(parameter)?.trim() ?? ''
    return text === '' || text.length > PREFILL_MAX_LENGTH ? [] : [[fieldId, text] as const]
  })
  return Object.fromEntries(given.toReversed())
}

/** The answers of a form that were brought along: those of its own fields, and only options that it has. */
export function fittingAnswers(
  definitions: readonly FieldDefinition[],
  prefilled: Readonly<Record<string, string>>,
): Answers {
  const fitting = definitions.flatMap((definition) => {
    const text = Object.hasOwn(prefilled, definition.id) ? prefilled[definition.id] : undefined
    if (text === undefined) return []
    if (!definition.options) return [[definition.id, text] as const]
    return findOption(definition, text) ? [[definition.id, text] as const] : []
  })
  return Object.fromEntries(fitting)
}

/** What a form opens with, from the weakest: what its fields begin with, what was typed before, what an earlier address of
 *  the visit brought where nothing was typed, and what the address of the page says now. */
export function openingAnswers(
  definitions: readonly FieldDefinition[],
  known: {
    readonly draft: Answers | null
    readonly kept: Readonly<Record<string, string>>
    readonly asked: Readonly<Record<string, string>>
  },
): Answers {
  const { draft, kept, asked } = known
  const unanswered = Object.entries(fittingAnswers(definitions, kept)).filter(([id]) => (draft?.[id] ?? '') === '')
  return {
    ...initialAnswers(definitions),
    ...draft,
    ...Object.fromEntries(unanswered),
    ...fittingAnswers(definitions, asked),
  }
}
