import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runInBrowser } from '#cli/scenario/browser/browser-driver.ts'

const STORIES = fileURLToPath(new URL('../scenarios/service-token/', import.meta.url))
/** So many stories, at least, a page can be brought to. */
const PLAYABLE = 45

test('TOK-1, TOK-2, TOK-3, TOK-5, TOK-7, TOK-8, TOK-9, TOK-10, TOK-13, QA-13: the stories of the service token go on a page as told, or say why they cannot', {
  timeout: 900_000,
}, async () => {
  const files = readdirSync(STORIES).map((name) => [name, join(STORIES, name)] as const)
  const { scenarios, passed } = await runInBrowser(new Map(files))
  const others = scenarios.filter(({ status }) => status !== 'passed' && status !== 'skipped')
  expect(others).toEqual([])
  expect(scenarios.filter(({ status, reason }) => status === 'skipped' && !reason)).toEqual([])
  expect(passed).toBeGreaterThanOrEqual(PLAYABLE)
})
