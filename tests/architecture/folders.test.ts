import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ALLOWED, ROOT } from '#tools/house/import-graph.ts'

/** Above this number a folder is divided by topic (docs/adr/0019-topics-in-folders.md). */
const MOST_FILES = 40
/** Enumerated, never read as a list: schemas with public addresses, what is generated, scenarios; and migrations, which only ever grow by one at
 *  the end and never move. */
const LEFT_OUT =
  /(?:^|\/)(?:node_modules|generated|dist)(?:\/|$)|^schemas\/|^tests\/scenarios\/|^src\/server\/db\/migrations$/

/** Folders of the rooms with more files than `MOST_FILES`, each with its number. */
function crowdedFolders(root: string): Readonly<Record<string, number>> {
  const counts = new Map<string, number>()
  for (const room of Object.keys(ALLOWED)) {
    for (const entry of readdirSync(join(root, room), { recursive: true, withFileTypes: true })) {
      const folder = relative(root, entry.parentPath).replaceAll('\\', '/')
      if (entry.isFile() && !LEFT_OUT.test(folder))
        counts.set(`${room} ${folder}`, (counts.get(`${room} ${folder}`) ?? 0) + 1)
    }
  }
  const crowded = [...counts].filter(([, count]) => count > MOST_FILES)
  return Object.fromEntries(crowded.map(([key, count]) => [key.split(' ')[1] ?? '', count]))
}

test('no folder of code has more than 40 files', () => {
  expect(crowdedFolders(ROOT)).toEqual({})
})

test('a crowded folder is named with its number, what is generated is not', () => {
  const root = mkdtempSync(join(tmpdir(), 'livery-folders-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const room of Object.keys(ALLOWED)) mkdirSync(join(root, room), { recursive: true })
  for (const folder of ['machines/feed', 'machines/feed/board', 'machines/generated']) {
    mkdirSync(join(root, folder), { recursive: true })
    const files = folder === 'machines/feed/board' ? MOST_FILES : MOST_FILES + 1
    for (let file = 0; file < files; file++) writeFileSync(join(root, folder, `file-${file}.ts`), '')
  }
  expect(crowdedFolders(root)).toEqual({ 'machines/feed': MOST_FILES + 1 })
})
