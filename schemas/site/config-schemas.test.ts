import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { formats } from '#schemas/validation.ts'

type Node = { readonly [keyword: string]: unknown }
interface Place {
  readonly file: string
  readonly pointer: string
  readonly node: Node
  /** Name of the property whose schema this is; absent for roots, items and entries of maps. */
  readonly property?: string
}

const FOLDER = fileURLToPath(new URL('.', import.meta.url))
const BASE = 'https://livery.invalid/schemas/site/'
const SECTIONS =
  'global betting support coupon cyber application modules toto iframe footer header auth registration office promo information third-party bring-a-friend responsible licence captcha dictionary customize other boolean banner-widgets payments casino seo experiments lotteries statistics'
const NOUNS =
  'site shell forms money odds guard registration account feed betting casino lotteries promo payments protection statistics content analytics delivery push scenario'
const UNITS = /(?:Ms|Px|Minor|Days|Months|Hours|Percent|Bytes)$/
/** What is composed, has a language of its own, or is no configuration. */
const NOT_OURS = /^(?:theme-tokens|site-config|public-config)|-event$/

/** Schemas of other nouns that ports and the configuration refer to. */
const PORT_ERRORS = [
  'shell/actor-error',
  'defs/error-code',
  'forms/field-error',
  'forms/error-code',
  'payments/payment-group',
  'payments/payment-direction',
].map((name) => `../${name}.schema.json`)

const files = new Map(
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.schema.json'))
    .map((name) => [name.replaceAll('\\', '/').replace('.schema.json', ''), readSchema(name)]),
)
const authored = new Map([...files].filter(([name]) => !NOT_OURS.test(name)))
const sections = new Map([...authored].filter(([name]) => name.startsWith('config/')))

function readSchema(name: string): Node {
  return JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8')) as Node
}

function createAjv(): Ajv2020 {
  // The error of an actor, which ports refer to, has a member of several types; a schema of our own may not.
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true, formats })
  for (const keyword of ['x-noun', 'x-unit', 'x-server-only', 'x-enum-names']) ajv.addKeyword(keyword)
  for (const node of [...files.values(), ...PORT_ERRORS.map(readSchema)]) ajv.addSchema(node)
  return ajv
}

function walk(file: string, node: Node, pointer = '', property?: string): Place[] {
  const children = Object.entries((node.properties as Record<string, Node> | undefined) ?? {}).flatMap(
    ([name, child]) => walk(file, child, `${pointer}/properties/${name}`, name),
  )
  const inner = (['items', 'additionalProperties', 'propertyNames'] as const).flatMap((keyword) =>
    node[keyword] && typeof node[keyword] === 'object'
      ? walk(file, node[keyword] as Node, `${pointer}/${keyword}`)
      : [],
  )
  return [{ file, pointer, node, ...(property === undefined ? {} : { property }) }, ...children, ...inner]
}

const places = [...authored].flatMap(([file, node]) => walk(file, node))
const named = (place: Place) => `${place.file}#${place.pointer}`

describe('the schemas of the noun site', () => {
  const ajv = createAjv()

  test.each([...authored.keys()])('%s is strict JSON Schema 2020-12 under its own id', (file) => {
    const node = authored.get(file) as Node
    expect(node.$schema).toBe('https://json-schema.org/draft/2020-12/schema')
    expect(node.$id).toBe(`${BASE}${file}.schema.json`)
    expect(node.title).toMatch(/^[A-Z][A-Za-z]+$/)
    expect(ajv.getSchema(node.$id as string)).toBeTypeOf('function')
  })

  test('every example and every default is valid where it stands', () => {
    const samples = places.flatMap((place) => [
      ...((place.node.examples as unknown[] | undefined) ?? []).map((value) => ({ place, value })),
      ...('default' in place.node ? [{ place, value: place.node.default }] : []),
    ])
    const wrong = samples.filter(({ place, value }) => {
      const validate = ajv.getSchema(`${BASE}${place.file}.schema.json#${place.pointer}`)
      return !validate?.(value)
    })
    expect(samples.length).toBeGreaterThan(400)
    expect(wrong.map(({ place, value }) => `${named(place)}: ${JSON.stringify(value).slice(0, 80)}`)).toEqual([])
  })

  test('every property is described by a sentence and has an example', () => {
    const own = places.filter((place) => place.property !== undefined && !('$ref' in place.node))
    const bare = own.filter(
      ({ node }) => !/^\p{Lu}.*\.$/u.test(String(node.description)) || !Array.isArray(node.examples),
    )
    expect(own.length).toBeGreaterThan(250)
    expect(bare.map(named)).toEqual([])
  })

  test('a $ref has no siblings, and no keyword makes a patch hard to write', () => {
    const loaded = places.filter(({ node }) => '$ref' in node && Object.keys(node).length > 1)
    const hard = places.filter(
      ({ node }) =>
        Array.isArray(node.type) ||
        ['oneOf', 'anyOf', 'allOf', 'if', 'prefixItems', '$defs'].some((key) => key in node),
    )
    expect([...loaded, ...hard].map(named)).toEqual([])
  })

  test('every object is closed, or a map whose keys have a pattern or a list', () => {
    const open = places.filter(({ node }) => {
      if (node.type !== 'object') return false
      if (node.additionalProperties === false) return !node.properties
      const names = node.propertyNames as Node | undefined
      return (
        typeof node.additionalProperties !== 'object' ||
        !(names && ('pattern' in names || 'enum' in names || '$ref' in names))
      )
    })
    expect(open.map(named)).toEqual([])
  })

  test('a quantity names its unit', () => {
    const quantities = places.filter(({ property, node }) => UNITS.test(property ?? '') && node.type !== 'object')
    expect(quantities.length).toBeGreaterThan(40)
    expect(quantities.filter(({ node }) => !node['x-unit']).map(named)).toEqual([])
  })

  test('only the sections have defaults', () => {
    const stray = places.filter(({ file, node }) => 'default' in node && !file.startsWith('config/'))
    expect(stray.map(named)).toEqual([])
  })
})

describe('the sections of the site configuration', () => {
  const properties = [...sections].flatMap(([file, node]) =>
    Object.entries(node.properties as Record<string, Node>).map(([name, child]) => ({
      name: `${file}.${name}`,
      node: child,
    })),
  )

  test('CFG-2: there are exactly the 26 sections of the specification, the cashier, the casino, the search texts, the experiments, the draw games and the statistics', () => {
    const names = [...sections.keys()].map((name) => name.replace('config/', ''))
    expect(names.sort()).toEqual(SECTIONS.split(' ').sort())
    expect(names).toHaveLength(32)
  })

  test('every key says which noun reads it; what stands inside it is read by the same noun', () => {
    const nouns = new Set(NOUNS.split(' '))
    expect(properties.filter(({ node }) => !nouns.has(String(node['x-noun']))).map(({ name }) => name)).toEqual([])
  })

  test('SEC-11: what a page must not see is a whole key of its section, so that leaving it out leaves nothing behind', () => {
    const hidden = places.filter(({ node }) => node['x-server-only'] === true || node.writeOnly === true)
    expect(hidden.length).toBeGreaterThan(10)
    expect(hidden.filter(({ pointer }) => pointer.split('/').length !== 3).map(named)).toEqual([])
  })

  test('SEC-11: a secret is the name of an environment variable, and its schema says so', () => {
    const secrets = properties.filter(({ node }) => node.writeOnly === true)
    expect(secrets.map(({ name }) => name).sort()).toEqual([
      'config/auth.socialClientSecrets',
      'config/captcha.secretKeys',
      'config/casino.gamesPreviewKey',
      'config/casino.providerApiKeys',
      'config/casino.providerWalletSecrets',
      'config/payments.providerApiKeys',
      'config/payments.providerWebhookSecrets',
      'config/responsible.operatorsFileApiKey',
      'config/responsible.registerApiKeys',
      'config/responsible.safeServerApiKey',
      'config/responsible.vulnerabilityApiKey',
      'config/third-party.identitySecrets',
    ])
    const ajv = createAjv()
    for (const { name, node } of secrets) {
      expect(node.description, name).toContain('name of an environment variable, never the secret itself')
      const value = (node.additionalProperties ?? node) as Node
      const isValid = ajv.compile({ type: 'string', pattern: value.pattern as string })
      expect([isValid('LIVERY_KEY'), isValid('sk_live_4eC39HqLyjWDarjtT1zdp7dc')], name).toEqual([true, false])
    }
  })

  test('a group that has a default repeats the defaults of its members, and only those', () => {
    const groups = places.filter(({ node }) => node.properties && 'default' in node)
    const different = groups.filter(({ node }) => {
      const members = Object.entries(node.properties as Record<string, Node>).filter(([, child]) => 'default' in child)
      return (
        JSON.stringify(node.default) !==
        JSON.stringify(Object.fromEntries(members.map(([name, child]) => [name, child.default])))
      )
    })
    expect(groups.length).toBeGreaterThan(5)
    expect(different.map(named)).toEqual([])
  })

  test('OPS-4: a key that no section knows is refused at every depth', () => {
    const ajv = createAjv()
    const strange = {
      global: { coefficientFormat: { default: 0, byCountry: {}, byLanguage: {}, strange: 1 } },
      boolean: { isStrange: true },
      header: { menu: { live: { order: 10, labelKey: 'site.menu_live', strange: 1 } } },
    }
    for (const [name, value] of Object.entries(strange)) {
      const validate = ajv.getSchema(`${BASE}config/${name}.schema.json`)
      expect(validate?.(value), name).toBe(false)
      expect(
        validate?.errors?.map((error) => error.keyword),
        name,
      ).toContain('additionalProperties')
    }
  })
})
