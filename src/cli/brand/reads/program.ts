import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type ts from 'typescript'

/** The compiler that reads the sources: a development dependency, loaded only by what needs it. */
export type Compiler = typeof ts

/** The engine's own sources, and where they stand. */
export interface SourceProgram {
  readonly compiler: Compiler
  readonly program: ts.Program
  /** The files whose reads count. */
  readonly readers: readonly ts.SourceFile[]
}

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const ROOMS = ['machines', 'renderers', 'src', 'stage']
/** The file of the generated types, below the root. */
export const GENERATED_TYPES = 'schemas/generated/types.ts'
/** What judges a configuration, or only reports on it, does not make a key count as read. */
const JUDGES = /^src\/(?:cli\/brand\/|server\/site\/(?:check-|.*-faults\.ts|migrations\/))/

/** The sources of all rooms that run, with their types: no tests, stories and tools.
 *  @throws Error when the development dependency `typescript` is not installed */
export async function openProgram(): Promise<SourceProgram> {
  const { default: compiler } = await import('typescript')
  const files = [GENERATED_TYPES, ...ROOMS.flatMap((room) => sourcesBelow(room))]
  const { options } = compiler.convertCompilerOptionsFromJson(OPTIONS, ROOT)
  const program = compiler.createProgram(
    files.map((file) => join(ROOT, file)),
    options,
  )
  const readers = program.getSourceFiles().filter((file) => {
    const path = pathOf(file)
    return ROOMS.some((room) => path.startsWith(`${room}/`)) && !JUDGES.test(path)
  })
  return { compiler, program, readers }
}

/** A source file below the root, with forward slashes. */
export function pathOf(file: ts.SourceFile): string {
  return relative(ROOT, file.fileName).replaceAll('\\', '/')
}

const OPTIONS = {
  target: 'es2024',
  module: 'nodenext',
  moduleResolution: 'nodenext',
  lib: ['es2024', 'dom', 'dom.iterable', 'webworker.importscripts'],
  types: ['node', 'react', 'react-dom'],
  jsx: 'react-jsx',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
  skipLibCheck: true,
  noEmit: true,
}

function sourcesBelow(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const isSource = entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.(?:test|bench|stories)\.tsx?$/.test(entry.name)
    return isSource ? [relative(ROOT, join(entry.parentPath, entry.name))] : []
  })
}
