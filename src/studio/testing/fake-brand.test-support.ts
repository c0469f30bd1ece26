import { isJsonObject, type JsonValue, mergeLayers } from '#machines/site/merge-patch.rules.ts'
import type {
  BrandProblem,
  StudioDocumentAnswer,
  StudioDocumentCard,
  StudioEdit,
  StudioLoggedEdit,
  StudioSearchAnswer,
} from '#schemas'
import { writeOwnEdit } from '../draft/own-documents.ts'
import type { SchemaNode } from '../forms/schema/schema-node.ts'
import { validatorOf } from '../forms/studio-validator.ts'

/** The files of a brand that is made up for stories and tests. */
export interface FakeFiles {
  readonly id: string
  /** Path → schema, with all references inside it. */
  readonly schemas: Readonly<Record<string, SchemaNode>>
  /** Path → what the engine gives. */
  readonly base: Readonly<Record<string, unknown>>
  /** Path → what the brand writes. */
  readonly own: Readonly<Record<string, unknown>>
}

/** A brand whose draft lies in memory and behaves as that of the server. */
export interface FakeBrand {
  readonly sequence: () => number
  readonly cards: () => StudioDocumentCard[]
  readonly document: (path: string) => Promise<StudioDocumentAnswer>
  readonly edit: (edits: readonly StudioEdit[], by: { readonly account: string; readonly editor: string }) => void
  readonly editsSince: (since: number) => StudioLoggedEdit[]
  readonly problems: () => Promise<BrandProblem[]>
  readonly search: (text: string) => StudioSearchAnswer['hits']
  readonly own: () => Readonly<Record<string, unknown>>
}

const GROUPS: Readonly<Record<string, StudioDocumentCard['group']>> = {
  config: 'config',
  locales: 'texts',
  pages: 'page',
  registration: 'registration',
}

/** Makes a brand up. */
export function createFakeBrand({ id, schemas, base, own: written }: FakeFiles): FakeBrand {
  const own: Record<string, unknown> = structuredClone(written)
  const log: StudioLoggedEdit[] = []
  const paths = () => [...new Set([...Object.keys(base), ...Object.keys(own)])].sort()
  const merged = (path: string) => {
    const layers = [
      { source: '_base', value: base[path] as JsonValue | undefined },
      { source: id, value: own[path] as JsonValue | undefined },
    ]
    return mergeLayers(layers.flatMap(({ source, value }) => (value === undefined ? [] : [{ source, value }])))
  }
  const problemsOf = async (path: string): Promise<BrandProblem[]> => {
    const validate = await validatorOf(path)
    if (!validate || validate(structuredClone(merged(path).value))) return []
    return (validate.errors ?? []).map((error) => problemOf(id, path, error.instancePath, error.message ?? ''))
  }
  return {
    sequence: () => log.length,
    own: () => own,
    cards: () => paths().map((path) => cardOf(path, schemas[path], Object.hasOwn(own, path))),
    document: async (path) => {
      const { value, provenance } = merged(path)
      const isText = path.endsWith('.md')
      return {
        path,
        schema: (schemas[path] ?? {
          type: isText ? 'string' : 'object',
          additionalProperties: { type: 'string' },
        }) as Record<string, unknown>,
        ...(own[path] === undefined ? {} : { own: structuredClone(own[path]) }),
        resolved: structuredClone(value ?? (isText ? '' : {})),
        origins: Object.fromEntries(provenance),
        problems: await problemsOf(path),
        sequence: log.length,
      }
    },
    edit: (edits, by) => {
      for (const edit of edits) {
        writeOwnEdit(own, structuredClone(edit))
        log.push({ sequence: log.length + 1, ...by, at: '2026-11-24T10:00:00.000Z', edit })
      }
    },
    editsSince: (since) => log.slice(since),
    problems: async () => (await Promise.all(paths().map(problemsOf))).flat(),
    search: (text) =>
      paths().flatMap((path) =>
        leaves(merged(path).value)
          .filter(([pointer, value]) => `${pointer} ${value}`.toLowerCase().includes(text.toLowerCase()))
          .map(([pointer, value]) => ({ path, pointer, title: pointer.split('/').at(-1) ?? '', value }))
          .slice(0, 50),
      ),
  }
}

function cardOf(path: string, schema: SchemaNode | undefined, isOwn: boolean): StudioDocumentCard {
  const [folder = '', ...rest] = path.split('/')
  const name = (rest.at(-1) ?? folder).replace(/\.(?:tokens\.)?(?:json|md)$/, '')
  const group = GROUPS[folder] ?? (path === 'brand.json' ? 'manifest' : 'theme')
  const title = name.charAt(0).toUpperCase() + name.slice(1)
  return { path, group, title, description: schema?.description ?? '', isOwn }
}

function problemOf(brand: string, path: string, pointer: string, message: string): BrandProblem {
  const place = { line: 1, column: 1, path: pointer, found: '', expected: '', suggestion: null }
  return { level: 'problem', brand, file: `${brand}/${path}`, ...place, message }
}

function leaves(value: unknown, pointer = ''): (readonly [string, string])[] {
  if (!isJsonObject(value)) return value === undefined ? [] : [[pointer, String(value)]]
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${pointer}/${key}`))
}
