import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { serverProgram } from './own-server.ts'

const at = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url))
const SOURCES = at('src/server/main.ts')

test('a process of the built server starts the built server, under whatever name it was called itself', () => {
  const folder = mkdtempSync(join(tmpdir(), 'livery-program-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [built, link] = [join(folder, 'main.js'), join(folder, 'livery.js')]
  symlinkSync(SOURCES, built)
  symlinkSync(built, link)
  expect(serverProgram(link, built)).toBe(built)
  expect(serverProgram(built, built)).toBe(built)
})

test('a process of anything else starts the sources, with and without a build beside them', () => {
  expect(serverProgram(at('src/cli/main.ts'), at('src/server/start-server.ts'))).toBe(SOURCES)
  expect(serverProgram(at('src/cli/main.ts'), at('no-such-build.js'))).toBe(SOURCES)
  expect(serverProgram(at('src/cli/main.ts'))).toBe(SOURCES)
})
