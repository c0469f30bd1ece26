import { _, Ajv2020, type AnySchemaObject, type ValidateFunction } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import { formats } from '#schemas/validation.ts'
import { mapSchema, type SchemaFiles, type SchemaNode, schemaName } from './schema-source.ts'
import { type ValidatorFunction, validatorModules } from './validator-modules.ts'
import { declarationsOf, shortened } from './validator-text.ts'

const standaloneCode = standalone as unknown as typeof standalone.default

/** The validators of all schemas: path of a module → its code, with its declarations beside it. A module has a noun's validators,
 *  and takes from others what its schemas refer to there.
 *  @param files schemas whose validators also write missing defaults into what they validate
 *  @param patches the schemas of what a brand writes, in which nothing has a default; a module of their own */
export function validatorCode(files: SchemaFiles, patches: SchemaFiles): Map<string, string> {
  const ajv = createCompiler()
  const homes = new Map<string, Home>()
  for (const [file, node] of files) homes.set(node.$id as string, homeOf(file.split('/')[0] as string, file, node))
  for (const [file, node] of patches) homes.set(node.$id as string, homeOf('patch', `patch/${file}`, node))
  for (const node of files.values()) ajv.addSchema(bare(node))
  for (const node of patches.values()) ajv.addSchema(bare(node, /^default$/))
  const ids = Object.fromEntries([...homes.keys()].map((id, index) => [`v${index}`, id]))
  const declarations = declarationsOf(standaloneCode(ajv, ids))
  const owners = ownersOf(Object.values(ids).map((id) => ajv.getSchema(id) as ValidateFunction))
  const schemas = new Map<string, unknown>()
  for (const { name, text } of declarations) {
    if (name.startsWith('schema')) schemas.set(name, JSON.parse(text.slice(text.indexOf('=') + 1, -1)))
  }
  const wrapped = new Map<string, string>(
    declarations.flatMap(({ name, text }) => {
      const target = /^const wrapper\d+ = \{validate: (\w+)\};$/.exec(text)?.[1]
      return target ? [[`${name}.validate`, target] as const] : []
    }),
  )
  const functions = declarations.flatMap(({ name, text }): ValidatorFunction[] => {
    if (!name.startsWith('validate')) return []
    const owner = owners.get(name)
    const home = owner && homes.get(owner.id)
    if (!home) throw new Error(`${name} of ajv's code belongs to no schema`)
    const unwrapped = text.replaceAll(/\bwrapper\d+\.validate\b/g, (wrapper) => wrapped.get(wrapper) ?? wrapper)
    const code = shortened({ name, text: unwrapped }, (schema) => schemas.get(schema))
    return [{ ...home, name, code, isWhole: owner.isWhole }]
  })
  const constants = new Map(declarations.map(({ name, text }) => [name, text]))
  return validatorModules(functions, constants)
}

interface Home {
  readonly noun: string
  readonly schema: string
  readonly title: string
}

function homeOf(noun: string, file: string, node: SchemaNode): Home {
  return { noun, schema: schemaName(file), title: node.title as string }
}

function createCompiler(): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    discriminator: true,
    strict: false,
    useDefaults: true,
    inlineRefs: false,
    formats,
    code: { source: true, esm: true, lines: true, formats: _`require("#schemas/validation.ts").formats` },
  })
  // No schema asks which properties were looked at, and none refers by dynamic anchors: their book-keeping would be in every function.
  Object.assign(ajv.opts, { unevaluated: false, dynamicRef: false })
  return ajv
}

/** Function of ajv's code → the schema that it belongs to, and whether it is that of the whole schema. */
function ownersOf(roots: readonly ValidateFunction[]): Map<string, { id: string; isWhole: boolean }> {
  const owners = new Map<string, { id: string; isWhole: boolean }>()
  const visit = (check: ValidateFunction | undefined): void => {
    const source = check?.source
    if (!source || owners.has(source.validateName.str)) return
    const { root, schema } = check.schemaEnv
    const id = (root.schema as SchemaNode).$id as string
    owners.set(source.validateName.str, { id, isWhole: schema === root.schema })
    for (const kind of ['validate', 'wrapper', 'root']) {
      for (const { value } of source.scopeValues[kind] ?? []) {
        const ref = value?.ref as ValidateFunction | { validate?: ValidateFunction } | undefined
        visit(typeof ref === 'function' ? ref : ref?.validate)
      }
    }
  }
  for (const root of roots) visit(root)
  return owners
}

/** The schema without what only people read. */
function bare(node: SchemaNode, left = /^$/): AnySchemaObject {
  return mapSchema(node, (child) =>
    Object.fromEntries(Object.entries(child).filter(([key]) => !ANNOTATION.test(key) && !left.test(key))),
  ) as AnySchemaObject
}

const ANNOTATION = /^(?:title|description|examples|\$comment|writeOnly|x-.*)$/
