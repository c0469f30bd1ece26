import { type FieldProblem, fieldProblems } from '#machines/forms/field-problems.rules.ts'
import { DECIDING_IDS } from '#machines/forms/field-source.rules.ts'
import { type JsonValue, mergePatch, pointerStep, valueAt } from '#machines/site/merge-patch.rules.ts'
import { nearest } from '#machines/site/nearest.rules.ts'
import type { BrandProblem, FieldCatalogue, FieldDefinition, RegistrationTypeDefinition } from '#schemas'
import { type BrandLevel, locateFault } from '../brands/brand-level.ts'
import { REGISTRATION_TYPE } from '../brands/brand-schemas.ts'
import { listed, quoted } from '../faults/problem-words.ts'
import { type FieldFault, faultOfField } from '../faults/registration-fault.ts'
import { boundFaultsOf } from './field-bounds.ts'

export const CATALOGUE_FILE = 'registration/fields.json'

/** One form: the fields of a type, or of a type with one of its variants. */
interface Form {
  readonly path: string
  /** Pointers of the maps that give its fields, the strongest first. */
  readonly maps: readonly string[]
  readonly fields: Readonly<Record<string, JsonValue>>
}

/** Registration forms with fields that no catalogue has, with rules that cannot run, and with conditions that cannot hold:
 *  upon fields that are not in the form, upon themselves, or in a circle. */
export function checkRegistration(level: BrandLevel): readonly BrandProblem[] {
  const catalogue = (level.documents.get(CATALOGUE_FILE)?.value ?? {}) as unknown as FieldCatalogue
  return [...level.documents].flatMap(([path, { schema, value }]) =>
    schema === REGISTRATION_TYPE
      ? [
          ...formsOf(path, value as unknown as RegistrationTypeDefinition).flatMap((form) =>
            formProblems(level, form, catalogue),
          ),
          ...chosenVariants(level, path, value as unknown as RegistrationTypeDefinition),
        ]
      : [],
  )
}

/** A variant by the chosen country needs a field that chooses one, and may not change it: the form would turn in a circle. */
function chosenVariants(level: BrandLevel, path: string, type: RegistrationTypeDefinition): readonly BrandProblem[] {
  const variants = Object.entries(type.variants ?? {}).filter(([, { by }]) => by === 'chosen')
  return variants.flatMap(([id, { fields }]) => {
    const at = `/variants/${pointerStep(id)}`
    const touched = DECIDING_IDS.filter((field) => Object.hasOwn(fields, field))
    const isDecided = DECIDING_IDS.some((field) => Object.hasOwn(type.fields, field))
    const faults = touched.map((field) => ({
      pointer: `${at}/fields/${field}`,
      found: quoted(field),
      expected: 'fields that do not choose the country',
      suggestion: null,
      message: `The variant ${quoted(id)} goes by the chosen country and changes the field ${quoted(field)} that chooses it. Change that field in the form itself.`,
    }))
    const missing = {
      pointer: `${at}/by`,
      found: '"chosen"',
      expected: `one of ${DECIDING_IDS.join(', ')} in the form`,
      suggestion: 'detected',
      message: `The variant ${quoted(id)} goes by the chosen country, and the form has no field that chooses one. Add ${DECIDING_IDS.map(quoted).join(' or ')} to it, or write "by": "detected".`,
    }
    return [...faults, ...(isDecided ? [] : [missing])].flatMap((fault) => locateFault(level, path, fault))
  })
}

function formsOf(path: string, type: RegistrationTypeDefinition): readonly Form[] {
  const fields = type.fields as unknown as Record<string, JsonValue>
  const variants = Object.entries(type.variants ?? {}).map(([id, variant]): Form => {
    const own = variant.fields as unknown as Record<string, JsonValue>
    return {
      path,
      maps: [`/variants/${pointerStep(id)}/fields`, '/fields'],
      fields: mergePatch(fields, own) as Record<string, JsonValue>,
    }
  })
  return [{ path, maps: ['/fields'], fields }, ...variants]
}

function formProblems(level: BrandLevel, form: Form, catalogue: FieldCatalogue): readonly BrandProblem[] {
  const known = catalogue as unknown as Record<string, JsonValue>
  const definitions = Object.entries(form.fields).map(([id, own]) => {
    const merged = mergePatch(Object.hasOwn(known, id) ? known[id] : undefined, own) as object
    return { ...merged, id } as FieldDefinition
  })
  const kindless = definitions.filter((definition) => (definition as { type?: string }).type === undefined)
  return [
    ...kindless.flatMap(({ id }) => unknownField(level, form, id, Object.keys(known))),
    ...fieldProblems(definitions.filter((definition) => !kindless.includes(definition))).flatMap((problem) =>
      problemAtField(level, form, { catalogue, definitions }, problem),
    ),
    ...definitions.flatMap((definition) =>
      boundFaultsOf(definition).flatMap((fault) => locateField(level, form, definition.id, fault)),
    ),
  ]
}

function unknownField(level: BrandLevel, form: Form, id: string, known: readonly string[]): readonly BrandProblem[] {
  const suggestion = nearest(id, known)
  const fix =
    suggestion === null
      ? `Add it there, or give it a type here. Fields: ${listed(known)}.`
      : `Did you mean ${quoted(suggestion)}?`
  const message = `The form asks the field ${quoted(id)}, which ${CATALOGUE_FILE} does not have. ${fix}`
  const expected = `a field of ${CATALOGUE_FILE}`
  const fault: FieldFault = { below: '', found: quoted(id), expected, suggestion, message }
  return locateField(level, form, id, fault)
}

function problemAtField(
  level: BrandLevel,
  form: Form,
  { catalogue, definitions }: { readonly catalogue: FieldCatalogue; readonly definitions: readonly FieldDefinition[] },
  problem: FieldProblem,
): readonly BrandProblem[] {
  const definition = definitions.find(({ id }) => id === problem.fieldId)
  if (!definition) return []
  const fault = faultOfField(problem, definition, definitions)
  return locateField(level, form, definition.id, fault, otherFields(problem, catalogue))
}

/** The other fields that have a part in a problem, those that the form lacks among them. */
function otherFields(problem: FieldProblem, catalogue: FieldCatalogue): readonly string[] {
  switch (problem.kind) {
    case 'cycle':
    case 'unknown_parent':
      return problem.path
    case 'unknown_field':
      return [problem.named]
    case 'never_met':
      return [problem.parentId]
    case 'list_parent':
      return Object.entries(catalogue).flatMap(([id, { options_from: list }]) => (list === problem.needs ? [id] : []))
    default:
      return []
  }
}

/** A fault in what a form writes about a field is reported at the form; one in what comes from the catalogue, at the
 *  catalogue, unless a younger folder put the field into the form or took another out; else at the field. */
function locateField(
  level: BrandLevel,
  form: Form,
  id: string,
  fault: FieldFault,
  others: readonly string[] = [],
): readonly BrandProblem[] {
  const { below, ...bare } = fault
  const step = pointerStep(id)
  const writes = (path: string, pointer: string) => valueAt(level.documents.get(path)?.value, pointer) !== undefined
  const places = form.maps.map((map) => `${map}/${step}`)
  const causes = [id, ...others].flatMap((field) =>
    form.maps.map((map) => ({ path: form.path, pointer: `${map}/${pointerStep(field)}` })),
  )
  const inForm = places.find((place) => writes(form.path, place + below))
  if (inForm !== undefined) return locateFault(level, form.path, { ...bare, causes, pointer: inForm + below })
  if (writes(CATALOGUE_FILE, `/${step}${below}`)) {
    return locateFault(level, CATALOGUE_FILE, { ...bare, causes, pointer: `/${step}${below}` })
  }
  const field = places.find((place) => writes(form.path, place)) ?? ''
  return locateFault(level, form.path, { ...bare, causes, pointer: field })
}
