import { type JsonValue, mergePatch } from '#machines/site/merge-patch.rules.ts'
import type {
  FieldCatalogue,
  FieldDefinition,
  FieldLink,
  FieldTemplate,
  RegistrationTypeDefinition,
  RouteId,
} from '#schemas'
import { type FieldProblem, fieldProblems } from './field-problems.rules.ts'

/** Looks a text up: `t('min_length', { label: 'Password', value: 8 })`. */
type Translate = (key: string, params?: Record<string, string | number>) => string

/** Fields whose chosen option is the country that a variant may go by, the stronger first: the papers of a player are those of
 *  the citizenship, where the form asks for it. */
export const DECIDING_IDS: readonly string[] = ['citizenship_id', 'country_id']

/** What is wrong with the composition of a form: a field that has no type or no place in the order. */
export interface CompositionProblem {
  readonly kind: 'no_type' | 'no_order'
  readonly fieldId: string
}

/** The fields of a form in order, and what is wrong with them. */
export interface ComposedFields {
  readonly fields: readonly FieldDefinition[]
  readonly problems: readonly (CompositionProblem | FieldProblem)[]
}

/** The fields that a registration type asks of visitors from a country: the catalogue's, with the type's changes and those
 *  of the variants that fit (REG-19…21), by `order`. Texts are still keys. A field without a type or an order is left out
 *  and is a problem.
 *  @param country code of the detected country
 *  @param chosen code of the country that the player has chosen, which variants may go by: the detected one until then */
export function composeFields(
  catalogue: FieldCatalogue,
  type: Pick<RegistrationTypeDefinition, 'fields' | 'variants'>,
  country: string | undefined,
  chosen = country,
): ComposedFields {
  const variants = Object.values(type.variants ?? {})
    .filter(({ countries, by }) => countries.includes((by === 'chosen' ? chosen : country)?.toLowerCase() ?? ''))
    .sort((left, right) => left.order - right.order)
  const changes = [type.fields, ...variants.map(({ fields }) => fields)]
  const ids = [...new Set(changes.flatMap((fields) => Object.keys(fields)))]
  const problems: CompositionProblem[] = []
  const templates = ids.flatMap((id) => {
    const template = mergeTemplates([catalogue[id], ...changes.map((fields) => fields[id])])
    if (template.type === undefined) problems.push({ kind: 'no_type', fieldId: id })
    if (template.order === undefined) problems.push({ kind: 'no_order', fieldId: id })
    return template.type === undefined || template.order === undefined ? [] : [{ id, template, order: template.order }]
  })
  const fields = templates
    .sort((left, right) => left.order - right.order)
    .map(({ id, template: { order: _order, ...rest } }): FieldDefinition => ({ ...rest, id, type: rest.type ?? '' }))
  return { fields, problems: [...problems, ...fieldProblems(fields)] }
}

/** The definitions with their texts in the player's language; a key becomes what `t` gives for it.
 *  @param urlOf address of a screen for links that name one: `main_rules` → `/en/rules`; a link whose screen has none is left out */
export function localiseFields(
  definitions: readonly FieldDefinition[],
  t: Translate,
  urlOf: (routeId: RouteId) => string | null,
): readonly FieldDefinition[] {
  return definitions.map((definition) => {
    const { title, label, validation, options, links, items } = definition
    const name = title ?? label
    const params = name === undefined ? {} : { label: t(name) }
    return {
      ...definition,
      ...mapTexts(definition, t),
      ...(validation && { validation: mapValues(validation, (rule) => localiseRule(rule, params, t)) }),
      ...(options && {
        options: options.map((option) => (option.title ? { ...option, title: t(option.title) } : option)),
      }),
      ...(links && { links: localiseLinks(links, t, urlOf) }),
      ...(items && { items: items.map((item) => t(item)) }),
    }
  })
}

/** Fields that hang on another, by a condition or by their list, as the newer call answers them: parent → its children. */
export function relationFields(definitions: readonly FieldDefinition[]): Record<string, string[]> {
  const relations: Record<string, string[]> = {}
  for (const { id, depends_on: condition, options_of: listParent } of definitions) {
    for (const parent of new Set([condition?.field_id, listParent])) {
      if (parent !== undefined) relations[parent] = [...(relations[parent] ?? []), id]
    }
  }
  return relations
}

const TEXTS = ['title', 'placeholder', 'important_placeholder', 'help', 'tooltip', 'label'] as const

function mapTexts(definition: FieldDefinition, t: Translate): Partial<FieldDefinition> {
  const texts = TEXTS.flatMap((name): [string, string][] => {
    const key = definition[name]
    return key === undefined || key === '' ? [] : [[name, t(key)]]
  })
  return Object.fromEntries(texts)
}

function localiseRule<Rule extends { readonly message?: string; readonly value?: string | number | boolean }>(
  rule: Rule,
  params: Record<string, string>,
  t: Translate,
): Rule {
  if (rule.message === undefined) return rule
  const value = rule.value === undefined || typeof rule.value === 'boolean' ? {} : { value: rule.value }
  return { ...rule, message: t(rule.message, { ...params, ...value }) }
}

function mapValues<Value>(
  map: Readonly<Record<string, Value>>,
  change: (value: Value) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]))
}

function localiseLinks(
  links: Readonly<Record<string, FieldLink>>,
  t: Translate,
  urlOf: (routeId: RouteId) => string | null,
): Readonly<Record<string, FieldLink>> {
  const written = Object.entries(links).flatMap(([id, { routeId, ...link }]): [string, FieldLink][] => {
    const title = t(link.title)
    if (!routeId) return [[id, { ...link, title }]]
    const url = urlOf(routeId)
    return url === null ? [] : [[id, { ...link, title, url }]]
  })
  return Object.fromEntries(written)
}

function mergeTemplates(templates: readonly (FieldTemplate | undefined)[]): FieldTemplate {
  return templates.reduce<FieldTemplate>(
    (merged, template) =>
      template === undefined ? merged : (mergePatch(merged as JsonValue, template as JsonValue) as FieldTemplate),
    {},
  )
}
