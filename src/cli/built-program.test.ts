import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { builtProgram } from './built-program.ts'

let root = ''
const BUILT_AT = new Date('2026-05-01T12:00:00Z')
const LATER = new Date('2026-05-01T12:00:01Z')
const EARLIER = new Date('2026-05-01T11:59:59Z')

function write(path: string, at: Date): void {
  const file = join(root, path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, '')
  utimesSync(file, at, at)
}

/** Folders were made by the test, now. */
function age(...folders: readonly string[]): void {
  for (const folder of folders) utimesSync(join(root, folder), EARLIER, EARLIER)
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'livery-built-'))
  write('src/cli/brand/check.ts', EARLIER)
  write('dist/commands/sources.sha256', BUILT_AT)
  age('src/cli/brand', 'src/cli')
})
afterEach(() => rmSync(root, { recursive: true }))

const built = () => pathToFileURL(join(root, 'dist/commands/main.js')).href

test('runs the built commands while nothing has changed since', () => {
  expect(builtProgram('brand', root)).toBe(built())
})

test('runs the sources when one of them has changed, or a file was put beside them', () => {
  write('src/cli/brand/check.ts', LATER)
  expect(builtProgram('brand', root)).toBeNull()
  write('src/cli/brand/check.ts', EARLIER)
  age('src/cli/brand')
  expect(builtProgram('brand', root)).toBe(built())
  write('src/cli/brand/new.ts', EARLIER)
  expect(builtProgram('brand', root)).toBeNull()
})

test('runs the sources where nothing was built, and of nouns that are not built', () => {
  for (const noun of ['scenario', 'start', undefined]) expect(builtProgram(noun, root)).toBeNull()
  rmSync(join(root, 'dist'), { recursive: true })
  expect(builtProgram('brand', root)).toBeNull()
})

test('runs the built commands of the package, whose files were put there in any order', () => {
  write('src/cli/brand/check.ts', LATER)
  expect(builtProgram('brand', root, true)).toBe(built())
})
