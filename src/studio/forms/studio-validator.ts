import type { ErrorSchema, RJSFValidationError, ValidatorType } from '@rjsf/utils'
import { isJsonObject, pointerKeys, pointerStep } from '#machines/site/merge-patch.rules.ts'
import type { ValidationError, Validator } from '#schemas/validation.ts'
import { validatorByName } from '#schemas/validator-by-name.ts'
import { writeEdit } from '../draft/own-documents.ts'
import { validationText } from './validation-text.ts'

/** The schema of a whole document by its path; null for a page, which may be any text. */
export function schemaNameOf(path: string): string | null {
  const [folder = '', name = ''] = path.replace(/\.json$/, '').split('/')
  if (path === 'brand.json') return 'site/brand-manifest'
  if (path === 'theme.tokens.json') return 'site/theme-tokens'
  if (folder === 'config') return `site/config/${name}`
  if (folder === 'locales') return 'site/dictionary'
  if (folder !== 'registration') return null
  const files: Readonly<Record<string, string>> = {
    fields: 'field-catalogue',
    data: 'registration-data-file',
    'welcome-bonuses': 'welcome-bonuses-file',
  }
  return `registration/${files[name] ?? 'type-definition'}`
}

/** Validators that have been loaded, by the names of their schemas. */
const loaded = new Map<string, Validator<unknown>>()

/** The generated validator of a document, loaded when it is first needed; null where there is none. */
export async function validatorOf(path: string): Promise<Validator<unknown> | null> {
  const name = schemaNameOf(path)
  if (name === null) return null
  const validate = await validatorByName(name)
  loaded.set(name, validate)
  return validate
}

/** The same without waiting: undefined while it is not loaded. */
export function loadedValidator(path: string): Validator<unknown> | null | undefined {
  const name = schemaNameOf(path)
  return name === null ? null : loaded.get(name)
}

/** Where the values of a form belong. */
export interface ValidatedPlace {
  /** The whole document as it is served. */
  readonly resolved: unknown
  /** The object whose values the form has. */
  readonly pointer: string
}

/** Checks the values of a form as part of their whole document, by the validator that the server uses too. Without one nothing is
 *  found here; the server's own check still says what it finds. */
export function createStudioValidator(validate: Validator<unknown> | null, place: ValidatedPlace): ValidatorType {
  const errorsOf = (values: unknown): readonly ValidationError[] => (validate ? faultsOf(validate, place, values) : [])
  return {
    validateFormData: (values) => {
      const found = errorsOf(values).flatMap((error) => fieldError(error, place.pointer))
      return { errors: found.map(({ error }) => error), errorSchema: schemaOf(found) }
    },
    // Asked only for schemas with a choice between forms, which these forms never have.
    isValid: () => true,
    rawValidation: () => ({ errors: [] }),
  }
}

function faultsOf(validate: Validator<unknown>, { resolved, pointer }: ValidatedPlace, values: unknown) {
  const holder = { it: structuredClone(resolved) }
  for (const [key, value] of Object.entries(isJsonObject(values) ? values : {})) {
    const edit = { path: 'it', pointer: `${pointer}/${pointerStep(key)}` }
    writeEdit(holder, value === undefined ? edit : { ...edit, value })
  }
  return validate(holder.it) ? [] : (validate.errors ?? [])
}

interface FieldError {
  readonly field: string
  readonly message: string
  readonly error: RJSFValidationError
}

/** The error of a field of the form: of the value itself, of something inside it, or of its absence. */
function fieldError(error: ValidationError, pointer: string): readonly FieldError[] {
  const { instancePath, keyword, params } = error
  const missing = keyword === 'required' ? `/${pointerStep(String(params.missingProperty))}` : ''
  const at = instancePath + missing
  if (!at.startsWith(`${pointer}/`)) return []
  const [field = ''] = pointerKeys(at.slice(pointer.length))
  const message = validationText(error)
  return [{ field, message, error: { name: keyword, message, property: `.${field}`, stack: message } }]
}

function schemaOf(found: readonly FieldError[]): ErrorSchema {
  const fields = new Map<string, string[]>()
  for (const { field, message } of found) {
    const known = fields.get(field) ?? []
    if (!known.includes(message)) fields.set(field, [...known, message])
  }
  return Object.fromEntries([...fields].map(([field, __errors]) => [field, { __errors }])) as unknown as ErrorSchema
}
