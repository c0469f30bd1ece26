import { conditionProblems } from '#machines/forms/depends-on.rules.ts'
import { type JsonValue, mergePatch, pointerStep, valueAt } from '#machines/site/merge-patch.rules.ts'
import { nearest } from '#machines/site/nearest.rules.ts'
import type { BrandProblem, FieldCatalogue, FieldDefinition, RegistrationTypeDefinition } from '#schemas'
import { type BrandLevel, locateFault } from './brand-level.ts'
import { REGISTRATION_TYPE } from './brand-schemas.ts'
import { listed, quoted } from './problem-words.ts'

export const CATALOGUE_FILE = 'registration/fields.json'

/** One form: the fields of a type, or of a type with one of its variants. */
interface Form {
  readonly path: string
  /** Pointers of the maps that give its fields, the strongest first. */
  readonly maps: readonly string[]
  readonly fields: Readonly<Record<string, JsonValue>>
}

/** Registration forms with fields that no catalogue has, conditions upon fields that are not in the form, and conditions
 *  that run in a circle. */
export function checkRegistration(level: BrandLevel): readonly BrandProblem[] {
  const catalogue = (level.documents.get(CATALOGUE_FILE)?.value ?? {}) as unknown as FieldCatalogue
  return [...level.documents].flatMap(([path, { schema, value }]) =>
    schema === REGISTRATION_TYPE
      ? formsOf(path, value as unknown as RegistrationTypeDefinition).flatMap((form) =>
          formProblems(level, form, catalogue),
        )
      : [],
  )
}

function formsOf(path: string, type: RegistrationTypeDefinition): readonly Form[] {
  const fields = type.fields as unknown as Record<string, JsonValue>
  const variants = Object.entries(type.variants ?? {}).map(([id, variant]): Form => {
    const own = variant.fields as unknown as Record<string, JsonValue>
    return {
      path,
      maps: [`/variants/${id}/fields`, '/fields'],
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
    ...conditionProblems(definitions).flatMap((problem) => conditionProblem(level, form, problem)),
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
  return locateFault(level, form.path, {
    pointer: pointerOf(level, form, id, ''),
    found: quoted(id),
    expected,
    suggestion,
    message,
  })
}

function conditionProblem(
  level: BrandLevel,
  form: Form,
  problem: ReturnType<typeof conditionProblems>[number],
): readonly BrandProblem[] {
  const { kind, fieldId, path } = problem
  const parent = path[1] ?? ''
  const pointer = pointerOf(level, form, fieldId, '/depends_on/field_id')
  if (kind === 'cycle') {
    const message = `These fields wait for one another (${path.join(' → ')}), so none of them is ever shown. Take the condition from one of them.`
    return locate(level, form, fieldId, {
      pointer,
      found: path.join(' → '),
      expected: 'conditions without a circle',
      suggestion: null,
      message,
    })
  }
  const suggestion = nearest(parent, Object.keys(form.fields))
  const fix =
    suggestion === null
      ? 'Add that field to the form, or take the condition away.'
      : `Did you mean ${quoted(suggestion)}?`
  const message = `The field ${quoted(fieldId)} waits for ${quoted(parent)}, which is not in the form, so it is never shown. ${fix}`
  return locate(level, form, fieldId, {
    pointer,
    found: quoted(parent),
    expected: 'the id of a field of the form',
    suggestion,
    message,
  })
}

/** A condition of the form is told there; one that comes with the catalogue, at the catalogue. */
function locate(
  level: BrandLevel,
  form: Form,
  id: string,
  fault: Parameters<typeof locateFault>[2],
): readonly BrandProblem[] {
  const isInForm = fault.pointer.endsWith('/depends_on/field_id')
  if (isInForm) return locateFault(level, form.path, fault)
  return locateFault(level, CATALOGUE_FILE, { ...fault, pointer: `/${pointerStep(id)}/depends_on/field_id` })
}

/** Where a form writes something of a field; the field itself when the form does not write that. */
function pointerOf(level: BrandLevel, form: Form, id: string, below: string): string {
  const document = level.documents.get(form.path)?.value
  const places = form.maps.map((map) => `${map}/${pointerStep(id)}`)
  const written = places.find((place) => valueAt(document, place + below) !== undefined)
  return written === undefined
    ? (places.find((place) => valueAt(document, place) !== undefined) ?? '')
    : written + below
}
