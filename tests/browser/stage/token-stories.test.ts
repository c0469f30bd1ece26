import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type BrowserWorld, openBrowserWorld, runInBrowser } from '#stage/drivers/browser/browser-driver.ts'

const STORIES = fileURLToPath(new URL('../../scenarios/service-token/', import.meta.url))

vi.setConfig({ testTimeout: 180_000 })

let world: BrowserWorld
// The pages may have to be built first.
beforeAll(async () => {
  world = await openBrowserWorld()
}, 180_000)
afterAll(() => world?.close())

/** Plays stories of the service token on pages of one server and one browser. @returns name → what came of it */
async function play(names: readonly string[], folder = STORIES): Promise<Readonly<Record<string, unknown>>> {
  const files = new Map(names.map((name) => [name, join(folder, `${name}.scn.json`)]))
  const { scenarios } = await runInBrowser(files, async () => ({ ...world, close: async () => undefined }))
  return Object.fromEntries(
    scenarios.map(({ file, status, reason, divergence, problems }) => [
      file,
      reason ?? divergence ?? problems ?? status,
    ]),
  )
}

function allPassed(names: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(names.map((name) => [name, 'passed']))
}

test('TOK-1, TOK-4, TOK-7, TOK-8, QA-13: a page fetches its token under the lock of all tabs, and once for all whom a server refuses', async () => {
  const names = ['first-token', 'fifty-refusals-one-refresh', 'no-locks-here']
  expect(await play(names)).toEqual(allPassed(names))
})

test('TOK-3, TOK-7, AUTH-17: a sign-out gives the call up, and a sleep ends the token', async () => {
  const names = ['logout-during-the-call', 'sleep-of-two-hours']
  expect(await play(names)).toEqual(allPassed(names))
})

test('QA-13: what no page does with its token is skipped with the reason', async () => {
  const found = await play(['user-switch', 'lock-is-lost-three-times'])
  expect(found).toEqual({
    'user-switch': expect.stringContaining('who signs in is on another page'),
    'lock-is-lost-three-times': expect.stringContaining('a lock that was not had cannot be lost'),
  })
})

test('QA-13: what the page does otherwise than a story tells is noticed at its step', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'livery-token-stories-'))
  try {
    const text = readFileSync(join(STORIES, 'logout-during-the-call.scn.json'), 'utf8')
    const wrong = text.replace('"code": "request.cancelled"', '"code": "lost token"')
    expect(wrong).not.toBe(text)
    writeFileSync(join(folder, 'wrong.scn.json'), wrong)
    expect(await play(['wrong'], folder)).toMatchObject({ wrong: { step: 4, pointer: '/steps/3/expect/effects' } })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
