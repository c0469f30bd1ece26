import { rmSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ENGINE_BASE } from '#server/site/brands/brand-store.ts'
import { IDENTITY_CONFIG } from '#tests/fixtures/identity/identity-stand-in.ts'

const FIXTURES = fileURLToPath(new URL('../../fixtures/contract', import.meta.url))
/** Languages of the fixture brand: its own copies of the English texts, so that no translation of the engine is needed. */
const COPIED_LANGUAGES = ['de', 'ar']

/** A temporary brands directory that a test may write in. */
export interface ContractBrands {
  readonly brandsDir: string
  /** The engine's root folder in English alone. */
  readonly baseDir: string
  /** Every English text of the engine: noun → key → text. */
  readonly englishTexts: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Writes a file below the brands directory; what is no text becomes JSON. */
  readonly write: (path: string, content: unknown) => Promise<void>
  readonly remove: () => Promise<void>
}

let base: Promise<Pick<ContractBrands, 'baseDir' | 'englishTexts'>> | undefined

/** The root folder is made once for all servers: none of them changes it, and what one has read the next need not. */
async function makeBase(): Promise<Pick<ContractBrands, 'baseDir' | 'englishTexts'>> {
  const root = await mkdtemp(join(tmpdir(), 'livery-contract-base-'))
  process.once('exit', () => rmSync(root, { recursive: true, force: true }))
  const baseDir = join(root, '_base')
  await cp(ENGINE_BASE, baseDir, { recursive: true, filter: isLanguageNeutral })
  await writeFile(join(baseDir, 'config/global.json'), JSON.stringify(await englishFirst()))
  return { baseDir, englishTexts: await readTexts(join(baseDir, 'locales/en')) }
}

/** A brand whose players have to know how far their funds are protected. */
export const TRUST = { id: 'trust', hosts: ['trust.example'] } as const

/** Makes a brands directory with the fixture brand `pier`, which speaks English, German and Arabic, and one that differs from it in how far
 *  funds are protected. */
export async function makeContractBrands(): Promise<ContractBrands> {
  const root = await mkdtemp(join(tmpdir(), 'livery-contract-'))
  const brandsDir = join(root, 'brands')
  base ??= makeBase()
  const { baseDir, englishTexts } = await base
  await cp(join(FIXTURES, 'pier'), join(brandsDir, 'pier'), { recursive: true })
  const write = async (path: string, content: unknown): Promise<void> => {
    const file = join(brandsDir, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  }
  for (const language of COPIED_LANGUAGES) {
    for (const [noun, texts] of Object.entries(englishTexts)) {
      const copies = Object.entries(texts).map(([key, text]) => [key, `${language}: ${text}`])
      await write(`pier/locales/${language}/${noun}.json`, Object.fromEntries(copies))
    }
  }
  await write(`${TRUST.id}/brand.json`, { ...TRUST, name: 'Trust', extends: 'pier', schemaVersion: 2, revision: 1 })
  await write(`${TRUST.id}/config/responsible.json`, { fundsProtection: 'medium' })
  await write('pier/config/third-party.json', { ...IDENTITY_CONFIG, isRecordingAllowed: true })
  return { brandsDir, baseDir, englishTexts, write, remove: () => rm(root, { recursive: true, force: true }) }
}

/** Whether a file of the engine's folder belongs to no language, or to English. */
function isLanguageNeutral(file: string): boolean {
  const [, language] = /\/_base\/(?:locales|pages)\/([^/]+)/.exec(file.replaceAll('\\', '/')) ?? []
  return language === undefined || language === 'en'
}

async function englishFirst(): Promise<object> {
  const text = await readFile(join(ENGINE_BASE, 'config/global.json'), 'utf8')
  return { ...(JSON.parse(text) as object), defaultLanguage: 'en' }
}

type Texts = Record<string, string>

/** Dictionaries of a folder, without the line by which editors know them. */
async function readTexts(folder: string): Promise<Record<string, Record<string, string>>> {
  const files = await readdir(folder)
  const entries = files.map(async (file) => {
    const { $schema: _editors, ...texts } = JSON.parse(await readFile(join(folder, file), 'utf8')) as Texts
    return [file.slice(0, -'.json'.length), texts] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}
