import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readLayer } from './brand-layer.ts'
import { loadBrandSchemas } from './brand-schemas.ts'
import { ENGINE_BASE } from './brand-store.ts'
import { builtSoundFiles, soundFilesOf } from './sound-files.ts'

/** A small copy of the engine's own folder. */
function copyOfBase(): string {
  const folder = mkdtempSync(join(tmpdir(), 'livery-sound-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const part of ['config', 'pages/en', 'locales/en'])
    cpSync(join(ENGINE_BASE, part), join(folder, part), { recursive: true })
  return folder
}

test('files that were sound when the server was built are read as if they had been checked', async () => {
  const folder = copyOfBase()
  const schemas = await loadBrandSchemas()
  const checked = await readLayer(folder, '_base', schemas)
  if (!checked) throw new Error('there is no folder')
  const sound = JSON.parse(JSON.stringify(soundFilesOf(checked)))
  const read = await readLayer(folder, '_base', schemas, undefined, sound)
  expect(read?.problems).toEqual(checked.problems)
  for (const [path, file] of checked.files) {
    const { outline, symbols, hash } = read?.files.get(path) ?? {}
    expect({ path, outline, symbols, hash }).toEqual({
      path,
      outline: file.outline,
      symbols: file.symbols,
      hash: file.hash,
    })
  }
})

test('a file that was altered since is checked again, and one with a fault is never kept', async () => {
  const folder = copyOfBase()
  const schemas = await loadBrandSchemas()
  const before = await readLayer(folder, '_base', schemas)
  if (!before) throw new Error('there is no folder')
  const sound = soundFilesOf(before)
  writeFileSync(join(folder, 'config/other.json'), '{ "nobody_reads_this": 1 }')
  const altered = await readLayer(folder, '_base', schemas, undefined, sound)
  expect(altered?.problems.map(({ file }) => file)).toContain('_base/config/other.json')
  if (!altered) throw new Error('there is no folder')
  expect(Object.keys(soundFilesOf(altered)).filter((key) => key.startsWith('config/other.json'))).toEqual([])
})

test('a server that is run from its sources checks everything', () => {
  expect(builtSoundFiles()).toEqual({})
})
