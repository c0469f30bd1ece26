import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BrandTextRow, BrandTextsOutput } from '#schemas'
import { isBrandTextsOutput as isTextsOutput } from '#schemas/generated/validators/cli.js'
import { checkBrands, isProblem } from '#server/site/check/check-brand.ts'
import { pluralForms } from '#server/site/text-index.ts'
import { type BrandFolders, makeBrandFolders } from '#tests/fixtures/brands/brand-folders.ts'
import { brandCommands } from './brand-commands.ts'
import { csvTranslation } from './texts/csv-translation.ts'
import { readXliff } from './texts/xliff-read.ts'
import { writeXliff } from './texts/xliff-write.ts'

let folders: BrandFolders
beforeEach(async () => {
  folders = await makeBrandFolders()
})
afterEach(() => folders.remove())

async function texts(...args: string[]) {
  const out: string[] = []
  const err: string[] = []
  const io = {
    stdout: (text: string) => void out.push(text),
    stderr: (text: string) => void err.push(text),
    stdin: async () => '',
    cwd: folders.brandsDir,
    env: { LIVERY_BRANDS: '.' },
  }
  const code = await brandCommands.texts(args, io)
  return { code, out: out.join(''), err: err.join('') }
}

async function textsJson(...args: string[]): Promise<BrandTextsOutput> {
  const { code, out, err } = await texts(...args, '--json')
  expect([code, err]).toEqual([0, ''])
  const output = JSON.parse(out)
  expect(isTextsOutput(output), JSON.stringify(isTextsOutput.errors)).toBe(true)
  return output
}

const inBrands = (path: string) => join(folders.brandsDir, path)
const textOf = (path: string) => readFile(inBrands(path), 'utf8')
const jsonOf = async (path: string) => JSON.parse(await textOf(path)) as Record<string, string>

/** Every file of a folder with its text. */
async function contentOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(inBrands(folder), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const)))
}

/** Pieces that texts are made of and that files of translators trip over. */
const PIECE = fc.oneof(
  fc.constantFrom(
    '"',
    '""',
    "'",
    '&',
    '<b>',
    '</b>',
    '&amp;',
    ']]>',
    '<!--',
    ',',
    ';',
    '\n',
    '\r\n',
    '\r',
    '\t',
    '  ',
    '=',
  ),
  fc.constantFrom(
    'مباراة',
    '‏',
    '‎',
    'שלום',
    'ставка',
    '👩‍👩‍👧',
    '\u0000',
    '\u001f',
    '\uFFFE',
    '\u2028',
    '{',
    '}',
    '%s',
    '$t(x)',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)
const WORDS = fc.array(PIECE, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(''))
/** Texts without what looks like a place. */
const PLAIN = WORDS.filter((text) => !/[{}]/.test(text) && text !== '')
const WITH_PLACES = fc
  .array(fc.oneof(PLAIN, fc.constantFrom('{{count}}', '{{name}}', '{{- html}}', '{{ value }}')), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join(''))

const ROW: fc.Arbitrary<BrandTextRow> = fc.record({
  file: fc.constantFrom('locales/ar/site.json', 'locales/ar/shell.json'),
  key: fc.stringMatching(/^[A-Za-z][A-Za-z0-9_.-]{0,30}$/),
  source: WITH_PLACES,
  target: fc.oneof(WITH_PLACES, fc.constant('')),
})
const ROWS = fc.uniqueArray(ROW, { selector: ({ key }) => key, maxLength: 8 })

describe('files for translators', () => {
  test.each([
    ['XLIFF', { write: writeXliff, read: readXliff }],
    ['CSV', csvTranslation],
  ] as const)('OPS-25: what %s is written with is read back, whatever characters it contains', (_name, form) => {
    fc.assert(
      fc.property(ROWS, (rows) => {
        const read = form.read(form.write({ brand: 'harbour', language: 'ar', rows }))
        expect(read).toMatchObject({ sourceLanguage: 'en', language: 'ar', faults: [] })
        const inOrder = [...Map.groupBy(rows, ({ file }) => file).values()].flat()
        const wanted = form === csvTranslation ? rows : inOrder
        expect(read.rows.map(({ file, key, target }) => ({ file, key, target }))).toEqual(
          wanted.map(({ file, key, target }) => ({ file: `harbour/${file}`, key, target })),
        )
      }),
      { numRuns: 400 },
    )
  })

  test('a place is a code that a translator moves and cannot misspell, and a plural form says its numbers', () => {
    const row = { file: 'locales/ar/site.json', source: '{{name}} & {{count}}', target: '{{count}} {{name}}' }
    const text = writeXliff({ brand: 'harbour', language: 'ar', rows: [{ key: 'site.items_few', ...row }] })
    expect(text).toContain('<data id="d1">{{name}}</data>')
    expect(text).toContain(
      '<source><ph id="p1" dataRef="d1" disp="{{name}}"/> &amp; <ph id="p2" dataRef="d2" disp="{{count}}"/></source>',
    )
    expect(text).toContain('<target><ph id="p2" dataRef="d2" disp="{{count}}"/> <ph id="p1"')
    expect(text).toContain('numbers such as 3, 4, 5, 6.')
  })

  test('reads what tools make of it: segments, codes by their id alone, marks, places written out', () => {
    const { rows, faults } = readXliff(`<?xml version="1.0"?>
<x:xliff xmlns:x="urn:oasis:names:tc:xliff:document:2.0" xmlns:m="urn:m" version="2.0" srcLang="en" trgLang="sv">
 <x:file id="f" original="harbour/locales/sv/site.json">
  <x:unit id="a.b"><m:meta>not a text</m:meta>
   <x:originalData><x:data id="d1">{{name}}</x:data></x:originalData>
   <x:segment><x:source>Hi <x:ph id="1" dataRef="d1"/>.</x:source><x:target>Hej <x:mrk id="m"><x:ph id="1"/></x:mrk>.</x:target></x:segment>
   <x:ignorable><x:source> </x:source></x:ignorable>
   <x:segment><x:source>Bye {{name}}</x:source><x:target><![CDATA[Hej då]]> {{name}}</x:target></x:segment>
  </x:unit>
 </x:file>
</x:xliff>`)
    expect(faults).toEqual([])
    expect(rows).toEqual([
      { line: 4, file: 'harbour/locales/sv/site.json', key: 'a.b', target: 'Hej {{name}}. Hej då {{name}}' },
    ])
  })

  test.each([
    ['<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2"><file/></xliff>', 1, 'not XLIFF 2'],
    ['<xliff>\n<file>\n</xliff>', 3, 'not well-formed'],
    ['<!DOCTYPE x [<!ENTITY e "e">]>\n<x>&e;</x>', 2, 'not well-formed'],
    ['', 1, 'not well-formed'],
  ])('refuses %j', (text, line, message) => {
    expect(readXliff(text).faults).toMatchObject([{ line, message: expect.stringContaining(message) }])
  })

  test.each([
    ['key,file,en,sv\r\n', 1, 'first row'],
    ['file;key;en;sv\r\n', 1, 'first row'],
    ['file,key,en,sv\r\na,b,c\r\n', 2, '3 fields'],
    ['file,key,en,sv\r\na,b,c,"d\r\n', 2, 'quotes'],
  ])('refuses the table %j', (text, line, message) => {
    expect(csvTranslation.read(text).faults).toMatchObject([{ line, message: expect.stringContaining(message) }])
  })
})

/** The places of a text after each other: a translation of its own that has them all. */
const translated = (source: string, words: string) => `${words}${(source.match(/\{\{[^{}]*\}\}/g) ?? []).join(' ')}`

describe('livery brand texts', () => {
  test.each(['xlf', 'csv'])(
    'OPS-25: an exported language comes back as the same files (%s)',
    { timeout: 90_000 },
    async (ending) => {
      const all = (await textsJson('harbour', '--language', 'sv')).texts ?? []
      await fc.assert(
        fc.asyncProperty(
          fc.subarray([...all], { minLength: 1, maxLength: 60 }),
          fc.array(PLAIN, { minLength: 1 }),
          async (rows, words) => {
            for (const [file, own] of Map.groupBy(rows, (row) => row.file)) {
              const pairs = own.map(({ key, source }, index) => [
                key,
                translated(source, words[index % words.length] ?? ''),
              ])
              await folders.write(`harbour/${file}`, `${JSON.stringify(Object.fromEntries(pairs), null, '\t')}\n`)
            }
            const before = await contentOf('harbour')
            await textsJson('harbour', '--language', 'sv', '--export', `sv.${ending}`)
            expect((await textsJson('harbour', '--import', `sv.${ending}`)).imported).toMatchObject({
              files: [],
              unchanged: rows.length,
            })
            expect(await contentOf('harbour')).toEqual(before)
            await rm(inBrands('harbour/locales/sv'), { recursive: true })
            expect((await textsJson('harbour', '--import', `sv.${ending}`)).imported?.files).toHaveLength(
              new Set(rows.map(({ file }) => file)).size,
            )
            const again = await contentOf('harbour')
            expect(Object.keys(again)).toEqual(Object.keys(before))
            for (const { file } of rows) {
              const { $schema: _schema, ...own } = await jsonOf(`harbour/${file}`)
              expect(own).toEqual(JSON.parse(before[inBrands(`harbour/${file}`)] ?? ''))
            }
            await rm(inBrands('harbour/locales/sv'), { recursive: true })
          },
        ),
        { numRuns: 4 },
      )
    },
  )

  test('OPS-25: a new language is whole once what was missing is translated, and not before', {
    timeout: 60_000,
  }, async () => {
    const problems = async () => {
      const found = await checkBrands({ brandsDir: folders.brandsDir, baseDir: folders.baseDir, id: 'harbour' })
      return found.filter(({ brand, message }) => brand === 'harbour' && message.includes('"sv"'))
    }
    await folders.write('harbour/config/global.json', {
      ...(await jsonOf('harbour/config/global.json').catch(() => ({}))),
      languages: {
        sv: {
          order: 5,
          name: 'Svenska',
          locale: 'sv-SE',
          direction: 'ltr',
          isHiddenForGuests: false,
          hasEnglishDates: false,
        },
      },
    })
    await folders.write('harbour/locales/sv/site.json', { 'site.menu_live': 'Live nu' })
    expect((await problems()).some(isProblem)).toBe(true)
    const { exported } = await textsJson('harbour', '--language', 'sv', '--missing', '--export', 'sv.csv')
    const { rows } = csvTranslation.read(await textOf('sv.csv'))
    expect(rows).toHaveLength(exported?.texts ?? 0)
    expect(rows.map(({ key }) => key)).not.toContain('site.menu_live')
    const missing = (await textsJson('harbour', '--language', 'sv', '--missing')).texts ?? []
    const done = missing.map((row) => ({ ...row, target: translated(row.source, 'Svensk text ') }))
    const write = (own: readonly BrandTextRow[]) =>
      writeFile(inBrands('sv.csv'), csvTranslation.write({ brand: 'harbour', language: 'sv', rows: own }))
    await write(done.slice(1))
    expect((await textsJson('harbour', '--import', 'sv.csv')).languages).toMatchObject([{ language: 'sv', missing: 1 }])
    expect(await problems()).toMatchObject([{ message: expect.stringContaining(`lacks 1 of`) }])
    await write(done.slice(0, 1))
    const { imported, languages } = await textsJson('harbour', '--import', 'sv.csv')
    expect(imported).toMatchObject({ isWritten: true, unchanged: 0, untranslated: 0 })
    expect(languages).toMatchObject([{ language: 'sv', missing: 0 }])
    expect(await problems()).toEqual([])
    expect((await jsonOf('harbour/locales/sv/site.json'))['site.menu_live']).toBe('Live nu')
  })

  test('OPS-25: keeps the form of a file and what it does not bring, and writes nothing that the brand has so', async () => {
    const written =
      '\uFEFF{\n\t"brand.note" : "Eget",\n\t"site.menu_live":"Gammalt",\n\t"site.menu_sports": "Sport"\n}\n'
    await folders.write('harbour/locales/sv/brand.json', written)
    const rows = [
      ['site.menu_live', 'Nu "live"'],
      ['site.menu_sports', 'Sport'],
      ['site.menu_results', ''],
    ].map(([key = '', target = '']) => ({ file: 'locales/sv/brand.json', key, source: '', target }))
    await writeFile(inBrands('sv.xlf'), writeXliff({ brand: 'harbour', language: 'sv', rows }))
    const { out } = await texts('harbour', '--import', 'sv.xlf', '--check')
    expect(out).toContain('1 text would be imported; nothing has been written.')
    expect(await textOf('harbour/locales/sv/brand.json')).toBe(written)
    expect((await texts('harbour', '--import', 'sv.xlf')).out).toMatch(
      /^ {2}harbour\/locales\/sv\/brand\.json {2}1\n1 text imported\.\n1 text was so already\.\n1 text is not translated, and was left out\.\nsv +\d+ of \d+ texts\n$/,
    )
    expect(await textOf('harbour/locales/sv/brand.json')).toBe(written.replace('"Gammalt"', String.raw`"Nu \"live\""`))
  })

  test.each([
    [
      'an unknown key',
      'sv',
      'harbour',
      [['site.menu_liev', 'x']],
      /sv\.csv:2 {2}The brand has no text "site\.menu_liev"\. Did you mean "site\.menu_live"\?/,
    ],
    [
      'a lost place',
      'sv',
      'harbour',
      [
        ['site.menu_live', 'Nu'],
        ['site.footer_copyright', 'Alla'],
      ],
      /sv\.csv:3 {2}.*"site\.footer_copyright" has no placeholders, and the English text \{\{/,
    ],
    [
      'an unknown place',
      'sv',
      'harbour',
      [['site.menu_live', 'Nu {{nu}}']],
      /sv\.csv:2 {2}.*has \{\{nu\}\}, and the English text no placeholders/,
    ],
    [
      'a text twice',
      'sv',
      'harbour',
      [
        ['site.menu_live', 'a'],
        ['site.menu_live', 'b'],
      ],
      /sv\.csv:3 {2}"site\.menu_live" has been translated above/,
    ],
    [
      'another brand',
      'sv',
      'harbor',
      [['site.menu_live', 'a']],
      /sv\.csv:2 {2}.*harbour in sv are in harbour\/locales\/sv\//,
    ],
    [
      'another language',
      'da',
      'harbour',
      [['site.menu_live', 'a']],
      /sv\.csv:1 {2}The file is in "da", but --language asks for "sv"/,
    ],
    ['a text too long', 'sv', 'harbour', [['site.menu_live', 'a'.repeat(20_001)]], /sv\.csv:2 {2}.*20000/],
  ] as const)(
    'OPS-25: an import with %s is refused as a whole, with its line',
    async (_name, language, brand, pairs, message) => {
      const rows = [['site.menu_sports', 'Sport'], ...pairs].map(([key = '', target = '']) => ({
        file: `locales/${language}/site.json`,
        key,
        source: '',
        target,
      }))
      // The good row is the last, so that the lines of the others begin at two.
      const text = csvTranslation.write({ brand, language, rows: [...rows.slice(1), ...rows.slice(0, 1)] })
      await writeFile(inBrands('sv.csv'), text)
      const before = await contentOf('harbour')
      const { code, out } = await texts('harbour', '--language', 'sv', '--import', 'sv.csv', '--json')
      expect(code).toBe(2)
      expect(JSON.parse(out).error).toMatchObject({
        code: 'import_refused',
        path: 'sv.csv',
        message: expect.stringMatching(message),
      })
      expect(await contentOf('harbour')).toEqual(before)
    },
  )

  test('all faults of a file are reported at once', async () => {
    const rows = ['site.x', 'site.y', 'site.z'].map((key) => ({
      file: 'locales/sv/site.json',
      key,
      source: '',
      target: key,
    }))
    await writeFile(inBrands('sv.xlf'), writeXliff({ brand: 'harbour', language: 'sv', rows }))
    const { err } = await texts('harbour', '--import', 'sv.xlf')
    expect(err.match(/^sv\.xlf:\d+ {2}/gm)).toEqual(['sv.xlf:4  ', 'sv.xlf:10  ', 'sv.xlf:16  '])
  })

  test('OPS-25: an import that cannot write one file writes none', async () => {
    await folders.write('harbour/locales/sv/board.json', '{"board.all": "Allt"}')
    const all = (await textsJson('harbour', '--language', 'sv')).texts ?? []
    const rows = all.map((row) => ({ ...row, target: translated(row.source, 'Ny ') }))
    await writeFile(inBrands('sv.xlf'), writeXliff({ brand: 'harbour', language: 'sv', rows }))
    await mkdir(inBrands('harbour/locales/sv/wallet.json/in-the-way'), { recursive: true })
    const before = await contentOf('harbour')
    await expect(texts('harbour', '--import', 'sv.xlf')).rejects.toThrow()
    expect(await contentOf('harbour')).toEqual(before)
    expect(await readdir(folders.brandsDir)).not.toContainEqual(expect.stringMatching(/^\.texts/))
  })

  test('each plural form of the language has a row', async () => {
    const rows = (await textsJson('harbour', '--language', 'ar')).texts ?? []
    const forms = rows.filter(({ key }) => /_(zero|one|two|few|many|other)$/.test(key))
    for (const form of pluralForms('ar')) expect(forms.some(({ key }) => key.endsWith(`_${form}`))).toBe(true)
  })

  test.each([
    [['harbour', '--export', 'x.csv'], 'usage', '--language'],
    [['harbour', '--language', 'sv', '--export', 'x.xlif'], 'usage', 'Did you mean .xlf?'],
    [['harbour', '--language', 'sv', '--import', 'x.csv', '--export', 'y.csv'], 'usage', '--import'],
    [['harbour', '--check'], 'usage', '--import'],
    [['harbour', '--language', 'sv', '--language', 'da'], 'usage', 'one language'],
    [['harbour', '--language', 'Swedish'], 'language_unknown', 'such as sv'],
    [['harbour', '--import', 'absent.csv'], 'file_unreadable', 'absent.csv'],
  ])('refuses %j', async (args, code, hint) => {
    const { code: exit, out } = await texts(...args, '--json')
    expect(exit).toBe(2)
    expect(JSON.parse(out).error).toMatchObject({ code, message: expect.stringContaining(hint) })
  })
})
