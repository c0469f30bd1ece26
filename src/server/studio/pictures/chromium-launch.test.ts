import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync } from 'node:zlib'
import { pack } from 'tar-fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChromiumMissing, chromiumLaunch } from './chromium-launch.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'livery-chromium-'))
  vi.stubEnv('CHROMIUM_PATH', '')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true, force: true })
})

/** A package as npm installs it, with a program and archives of a few bytes. @returns its folder */
async function smallPackage(): Promise<string> {
  const folder = join(root, 'node_modules/@scope/chromium')
  const archives = {
    'al2023.tar.br': { 'lib/libnss3.so': 'nss' },
    'swiftshader.tar.br': { 'libEGL.so': 'egl' },
    'fonts.tar.br': { 'fonts.conf': '<dir>/tmp/fonts</dir>', 'fonts/Sans/Sans.ttf': 'font' },
  }
  mkdirSync(join(folder, 'bin'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: '1.2.3' }))
  writeFileSync(join(folder, 'bin/chromium.br'), brotliCompressSync('program'))
  for (const [archive, files] of Object.entries(archives)) {
    const source = mkdtempSync(join(root, 'archive-'))
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(join(source, file, '..'), { recursive: true })
      writeFileSync(join(source, file), text)
    }
    writeFileSync(join(folder, 'bin', archive), brotliCompressSync(await buffer(pack(source))))
  }
  return folder
}

const cacheOf = () => join(root, 'node_modules/.cache/livery-chromium')

test('the Chromium that CHROMIUM_PATH names comes before one of the system, and that before the package', async () => {
  const packageFolder = await smallPackage()
  const [named, installed] = ['named', 'installed'].map((name) => join(root, name)) as [string, string]
  for (const path of [named, installed]) writeFileSync(path, '')
  vi.stubEnv('CHROMIUM_PATH', named)
  const places = { installed: [join(root, 'elsewhere'), installed], packageFolder }
  expect((await chromiumLaunch(places)).options).toMatchObject({ executablePath: named, env: process.env })
  vi.stubEnv('CHROMIUM_PATH', '')
  expect((await chromiumLaunch(places)).options.executablePath).toBe(installed)
  expect(existsSync(cacheOf())).toBe(false)
  rmSync(installed)
  expect((await chromiumLaunch(places)).options.executablePath).toBe(join(cacheOf(), '1.2.3/chromium'))
})

test('the package is unpacked whole into a folder of its version, once, with what its process needs', async () => {
  const packageFolder = await smallPackage()
  const places = { installed: [], packageFolder }
  const [{ options, canShowWindow }] = await Promise.all([chromiumLaunch(places), chromiumLaunch(places)])
  expect(readdirSync(cacheOf())).toEqual(['1.2.3'])
  expect(readFileSync(options.executablePath, 'utf8')).toBe('program')
  expect(statSync(options.executablePath).mode & 0o111).toBe(0o111)
  expect(canShowWindow).toBe(false)
  const { LD_LIBRARY_PATH = '', FONTCONFIG_PATH = '', HOME = '', PATH } = options.env
  expect(PATH).toBe(process.env.PATH)
  expect(existsSync(join(LD_LIBRARY_PATH, 'libnss3.so'))).toBe(true)
  expect(existsSync(join(options.executablePath, '../libEGL.so'))).toBe(true)
  const [, fonts = ''] =
    /<dir prefix="relative">(.+)<\/dir>/.exec(readFileSync(join(FONTCONFIG_PATH, 'fonts.conf'), 'utf8')) ?? []
  expect(existsSync(join(FONTCONFIG_PATH, fonts, 'Sans/Sans.ttf'))).toBe(true)
  expect(statSync(HOME).isDirectory()).toBe(true)
  writeFileSync(join(packageFolder, 'bin/chromium.br'), 'broken by now')
  expect((await chromiumLaunch(places)).options).toEqual(options)
})

test('an archive that is broken leaves nothing behind, and the failure names the package and its folder', async () => {
  const packageFolder = await smallPackage()
  writeFileSync(join(packageFolder, 'bin/fonts.tar.br'), 'no archive')
  const failure: unknown = await chromiumLaunch({ installed: [], packageFolder }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ChromiumMissing)
  expect(failure).toMatchObject({ lack: 'packed', params: { package: packageFolder, cache: cacheOf() } })
  expect(readdirSync(cacheOf())).toEqual([])
})

test('without any Chromium the failure says what is lacking', async () => {
  const none = chromiumLaunch({ installed: [], packageFolder: null })
  await expect(none).rejects.toMatchObject({ lack: 'none' })
  vi.stubEnv('CHROMIUM_PATH', join(root, 'gone'))
  await expect(chromiumLaunch()).rejects.toMatchObject({ lack: 'named', params: { path: join(root, 'gone') } })
})
