import type { BrandRevision, StudioAccount, StudioAct, StudioBrandCard } from '#schemas'
import type { SchemaNode } from '../../src/studio/forms/schema/schema-node.ts'
import { bundleSchema } from '../../src/studio/testing/bundle-schema.test-support.ts'
import { createFakeBrand } from '../../src/studio/testing/fake-brand.test-support.ts'
import type { FakeData } from '../../src/studio/testing/fake-studio.test-support.ts'

const schemaFiles = import.meta.glob<unknown>('../../schemas/{site,defs,forms,registration}/**/*.schema.json', {
  eager: true,
  import: 'default',
})
const baseFiles = import.meta.glob<Record<string, unknown>>(
  '../../brands/_base/{theme.tokens,config/{banner-widgets,header,customize,coupon,global,footer,other},registration/{fields,full_reg},locales/{en,pt}/{site,code,registration,delivery}}.json',
  { eager: true, import: 'default' },
)

const readSchema = (file: string) => schemaFiles[`../../schemas/${file}`]

function base(): Record<string, unknown> {
  const files = Object.entries(baseFiles).map(([path, { $schema: _schema, ...document }]) => [
    path.replace('../../brands/_base/', ''),
    document,
  ])
  return Object.fromEntries(files)
}

function schemasOf(paths: readonly string[]): Record<string, SchemaNode> {
  const named = paths.flatMap((path) => {
    if (path === 'theme.tokens.json') return [[path, bundleSchema(readSchema, 'site/theme-tokens')] as const]
    if (path === 'brand.json') return [[path, bundleSchema(readSchema, 'site/brand-manifest')] as const]
    if (path === 'registration/fields.json')
      return [[path, bundleSchema(readSchema, 'registration/field-catalogue')] as const]
    if (path.startsWith('registration/'))
      return [[path, bundleSchema(readSchema, 'registration/type-definition')] as const]
    if (!path.startsWith('config/')) return []
    return [[path, bundleSchema(readSchema, `site/${path.replace('.json', '')}`)] as const]
  })
  return Object.fromEntries(named)
}

const OWN = {
  'brand.json': { id: 'northstar', name: 'Northstar', hosts: ['www.northstar.example'], schemaVersion: 3, revision: 3 },
  'config/header.json': { maxVisibleItems: 7, menu: { poker: null, live: { order: 5 } } },
  'theme.tokens.json': { palette: { accent: { 500: { $value: '#0b8f4d' } } } },
  'pages/en/about.md': '# About Northstar\n\nA bookmaker for *long evenings*.\n',
}

export const ACCOUNTS: readonly StudioAccount[] = [
  {
    id: 1,
    name: 'Anna Lind',
    email: 'anna@operator.example',
    grants: [{ role: 'owner', scope: '*' }],
    hasSecondFactor: true,
    passkeys: 0,
    lastSignInAt: '2026-11-24T10:00:00.000Z',
  },
  {
    id: 2,
    name: 'Ben Okafor',
    email: 'ben@operator.example',
    grants: [
      { role: 'publisher', scope: 'northstar' },
      { role: 'viewer', scope: '*' },
    ],
    hasSecondFactor: false,
    passkeys: 0,
  },
  { id: 3, name: 'Carla Reis', email: 'carla@operator.example', grants: [], hasSecondFactor: false, passkeys: 0 },
]

export const BRANDS: readonly StudioBrandCard[] = [
  {
    ...{ id: 'northstar', name: 'Northstar', parent: '_base', hosts: ['www.northstar.example'], revision: 3 },
    ...{ problems: 0, warnings: 2, edits: 4, colours: ['#0b5fff', '#ffffff', '#14181f'] },
    address: 'http://northstar.localhost:3000',
  },
  {
    ...{ id: 'golaco', name: 'Golaço', parent: 'northstar', hosts: [], revision: 0 },
    ...{ problems: 1, warnings: 0, edits: 0, colours: ['#0b8f4d', '#10151c', '#f2f4f8', '#ffd24a'] },
    address: 'http://golaco.localhost:3000',
  },
]

const REVISIONS: readonly BrandRevision[] = [3, 2, 1].map((number) => ({
  number,
  at: `2026-11-2${number}T10:00:00.000Z`,
  author: number === 2 ? 'Ben Okafor' : 'Anna Lind',
  message: number === 3 ? 'Opened the market for Portugal' : 'Prices for the weekend',
  hash: String(number).repeat(64),
  files: 40 + number,
  isLive: number === 3,
}))

const ACTS: readonly StudioAct[] = [
  {
    ...{ sequence: 12, at: '2026-11-24T10:00:00.000Z', account: 'Anna Lind', brand: 'northstar' },
    ...{ act: 'brand.published', hash: 'a'.repeat(64) },
    details: {
      revision: 3,
      changes: JSON.stringify([{ path: 'config/coupon.json', pointer: '/maximumBets', before: '30', after: '40' }]),
    },
  },
  {
    ...{ sequence: 11, at: '2026-11-24T09:00:00.000Z', account: 'Ben Okafor' },
    ...{ act: 'account.signed-in', details: {}, hash: 'b'.repeat(64) },
  },
]

/** What a studio of two brands and three people knows; the first is signed in. */
export function studioData(part: Partial<FakeData> = {}): FakeData {
  const files = base()
  const texts = Object.entries(files).filter(([path]) => path.startsWith('locales/en/'))
  const schemas = schemasOf([...Object.keys(files), 'brand.json'])
  return {
    brand: createFakeBrand({ id: 'northstar', schemas, base: files, own: OWN }),
    brands: BRANDS,
    accounts: ACCOUNTS,
    acts: ACTS,
    revisions: REVISIONS,
    scheduled: [
      { id: 4, at: '2026-12-01T08:00:00.000Z', author: 'Anna Lind', message: 'Winter look', state: 'waiting' },
      {
        ...{ id: 3, at: '2026-11-20T08:00:00.000Z', author: 'Ben Okafor', message: 'Derby prices', state: 'conflict' },
        reason: 'config/betting.json was changed by revision 3.',
      },
    ],
    people: [{ account: 'Ben Okafor', editor: 'ben000', path: 'config/header.json', pointer: '/indentPx' }],
    diff: {
      from: 'live',
      to: 'draft',
      changes: [
        { path: 'config/header.json', pointer: '/maxVisibleItems', before: '9', after: '7' },
        { path: 'config/header.json', pointer: '/menu/poker', before: '{"order":90}' },
        { path: 'pages/en/about.md', pointer: '', before: '# About\n\nOld.\n', after: '# About Northstar\n\nOld.\n' },
      ],
    },
    languages: ['en', 'pt'],
    choices: {
      route: { home: '/', main_section: '/{kind}', results: '/results', cyber: '/cyber' },
      icon: { live: 'live', football: 'football', flag: 'flag' },
      text: Object.assign({}, ...texts.map(([, document]) => document)),
      page: { about: 'about' },
      asset: { 'logo.svg': 'logo.svg' },
    },
    preview: location.origin,
    ...part,
  }
}
