import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'

/** Where a file stands: its room, and for rooms that have nouns the noun. */
export interface Place {
  readonly room: string
  readonly noun: string | null
}

/** One import of a file of the project by another. */
export interface Edge {
  readonly from: string
  readonly to: string
  /** Whether the file is loaded later, by `import()`. */
  readonly isLazy: boolean
}

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Rooms, from the ground up; a room may import those that it names. */
export const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  schemas: [],
  machines: ['schemas'],
  renderers: ['schemas', 'machines'],
  'src/calls': ['schemas', 'machines'],
  'src/client': ['schemas', 'machines', 'stage', 'renderers', 'src/calls'],
  'src/studio': ['schemas', 'machines', 'renderers', 'src/calls'],
  'src/server': ['schemas', 'machines', 'src/calls'],
  'src/cli': ['schemas', 'machines', 'src/calls', 'src/server', 'stage/commands'],
  'stage/viewer': ['schemas', 'machines', 'stage'],
  'stage/drivers': ['schemas', 'machines', 'stage', 'src/calls', 'src/server', 'src/cli', 'stage/commands'],
  'stage/commands': ['schemas', 'machines', 'stage', 'src/cli', 'stage/drivers'],
  stage: ['schemas', 'machines'],
  stories: ['schemas', 'machines', 'renderers', 'src/calls', 'src/client', 'src/studio'],
  tools: ['schemas', 'machines', 'stage', 'src/calls', 'src/server', 'src/cli', 'stage/drivers', 'stage/commands'],
  tests: [
    'schemas',
    'machines',
    'renderers',
    'src/calls',
    'src/client',
    'src/studio',
    'src/server',
    'src/cli',
    'stage',
    'stage/viewer',
    'stage/drivers',
    'stage/commands',
    'stories',
    'tools',
  ],
}

/** Nouns that every other noun may use. */
export const GROUND = ['site', 'shell', 'forms', 'money', 'odds', 'guard']

/** Nouns that use only the ground and are used by nobody; they meet in the places named here. */
export const FEATURES = [
  ...[
    'registration',
    'account',
    'feed',
    'betting',
    'casino',
    'lotteries',
    'promo',
    'payments',
    'protection',
    'statistics',
  ],
  ...['content', 'analytics', 'delivery'],
]

const ROOMS = Object.keys(ALLOWED)
const SOURCE = /\.tsx?$/
const LEFT_OUT = /(?:^|\/)(?:node_modules|generated|dist)\//

/** The place of a file given by its path from the root. */
export function placeOf(file: string): Place {
  const room = ROOMS.find((name) => file.startsWith(`${name}/`)) ?? ''
  const [first = ''] = file.slice(room.length + 1).split('/')
  return { room, noun: [...GROUND, ...FEATURES].includes(first) ? first : null }
}

/** All source files of the rooms, tests beside the sources left out. */
export function sourceFiles(root = ROOT): string[] {
  return ROOMS.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && SOURCE.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .filter((file) => !LEFT_OUT.test(`/${file}`)),
  )
}

/** The imports of a source text that stay in the house: static, dynamic, re-exports and type imports alike. */
export function edgesOf(file: string, text: string): Edge[] {
  const { module, program } = parseSync(file, text)
  const names = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...importTypes(program),
  ]
  const lazy = module.dynamicImports.flatMap(({ moduleRequest }) =>
    literal(text.slice(moduleRequest.start, moduleRequest.end)),
  )
  const edges = (targets: readonly string[], isLazy: boolean): Edge[] =>
    targets.flatMap((name) => {
      const to = targetOf(file, name)
      return to ? [{ from: file, to, isLazy }] : []
    })
  return [...edges(names, false), ...edges(lazy, true)]
}

/** Groups of files that import one another in a circle, type imports too; what is loaded later by `import()` closes none.
 *  Each group is sorted. (Tarjan's strongly connected components.) */
export function circlesOf(edges: readonly Edge[]): string[][] {
  const targets = new Map<string, string[]>()
  for (const { from, to, isLazy } of edges) if (!isLazy) targets.set(from, [...(targets.get(from) ?? []), to])
  const lowest = new Map<string, number>()
  const isOpen = new Set<string>()
  const path: string[] = []
  const circles: string[][] = []
  const visit = (file: string): void => {
    const order = lowest.size
    lowest.set(file, order)
    path.push(file)
    isOpen.add(file)
    let least = order
    for (const to of targets.get(file) ?? []) {
      if (!lowest.has(to)) visit(to)
      if (isOpen.has(to)) least = Math.min(least, lowest.get(to) as number)
    }
    lowest.set(file, least)
    if (least !== order) return
    const circle = path.splice(path.lastIndexOf(file))
    for (const each of circle) isOpen.delete(each)
    if (circle.length > 1 || targets.get(file)?.includes(file)) circles.push(circle.sort())
  }
  for (const file of targets.keys()) if (!lowest.has(file)) visit(file)
  return circles
}

function literal(text: string): string[] {
  const found = /^['"`]([^'"`$]+)/.exec(text)?.[1]
  return found ? [found] : []
}

/** `import('…')` in a type is only in the syntax tree. */
function importTypes(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(importTypes)
  if (typeof node !== 'object' || node === null) return []
  const own = node as { type?: string; source?: { value?: unknown } }
  const name = own.type === 'TSImportType' ? own.source?.value : undefined
  return [...(typeof name === 'string' ? [name] : []), ...Object.values(node).flatMap(importTypes)]
}

const ALIASES: Readonly<Record<string, string>> = {
  '#schemas': 'schemas',
  '#machines': 'machines',
  '#renderers': 'renderers',
  '#calls': 'src/calls',
  '#client': 'src/client',
  '#server': 'src/server',
  '#cli': 'src/cli',
  '#stage': 'stage',
  '#tests': 'tests',
  '#tools': 'tools',
}

function targetOf(file: string, name: string): string | null {
  if (name.startsWith('.')) return posix.join(dirname(file), name)
  const [alias = '', ...rest] = name.split('/')
  const room = ALIASES[alias]
  return room ? [room, ...(rest.length ? rest : ['index.ts'])].join('/') : null
}

/** Why an import is not allowed, or null when it is. */
export function faultOf({ from, to }: Edge): string | null {
  const [source, target] = [placeOf(from), placeOf(to)]
  // A story draws with the pictures that a site serves; nobody imports what a brand says.
  const isPicture = source.room === 'stories' && /^brands\/[^/]+\/assets\//.test(to)
  if (isPicture) return null
  if (to.startsWith('brands/')) return `${from} imports ${to}: brands are read by path`
  if (source.room !== target.room && !ALLOWED[source.room]?.includes(target.room)) {
    return `${from} imports ${to}: ${source.room} may import ${ALLOWED[source.room]?.join(', ') || 'nothing'}`
  }
  if (to.startsWith('src/client/app/') && source.room === 'src/client' && !from.startsWith('src/client/app/')) {
    return `${from} imports ${to}: src/client/app is the roof, and what others need is in src/client/page`
  }
  if (from.startsWith('src/client/page/') && target.room === source.room && FEATURES.includes(target.noun ?? '')) {
    return `${from} imports ${to}: src/client/page is the floor below the features`
  }
  const areFeatures = source.noun && target.noun && FEATURES.includes(source.noun) && FEATURES.includes(target.noun)
  const isBusiness = !['stories', 'tests', 'tools', 'schemas'].includes(source.room)
  if (isBusiness && areFeatures && source.noun !== target.noun && target.room !== 'schemas') {
    return `${from} imports ${to}: the features ${source.noun} and ${target.noun} meet in wiring or src/client/app`
  }
  const isGround = source.noun && GROUND.includes(source.noun) && target.noun && FEATURES.includes(target.noun)
  return isBusiness && isGround && target.room !== 'schemas'
    ? `${from} imports ${to}: the ground is below the features`
    : null
}

/** Every fault in the project. */
export function faults(root = ROOT): {
  readonly files: number
  readonly edges: readonly Edge[]
  readonly faults: readonly string[]
} {
  const files = sourceFiles(root)
  const edges = files.flatMap((file) => edgesOf(file, readFileSync(join(root, file), 'utf8')))
  return { files: files.length, edges, faults: edges.flatMap((edge) => faultOf(edge) ?? []) }
}
