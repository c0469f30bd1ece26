import { readFile, writeFile } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { nearest } from '#machines/site/nearest.rules.ts'
import type { BrandTextRow, BrandTextsOutput } from '#schemas'
import type { BrandLevel } from '#server/site/brands/brand-level.ts'
import type { BrandSchemas } from '#server/site/brands/brand-schemas.ts'
import { missingTexts, offeredCodes, shownTexts } from '#server/site/check/language-coverage.ts'
import { say } from '../command-text.ts'
import type { CommandIo } from '../commands.ts'
import { usageOf } from '../usages.ts'
import { type BrandArguments, BrandCommandFailure, runBrandCommand } from './brand-arguments.ts'
import { knownBrands, openBrand, requireBrand } from './brand-folder.ts'
import { csvTranslation } from './texts/csv-translation.ts'
import { isLanguage, planImport } from './texts/import-texts.ts'
import { textRows } from './texts/text-rows.ts'
import type { TranslationForm } from './texts/translation.ts'
import { readXliff } from './texts/xliff-read.ts'
import { writeXliff } from './texts/xliff-write.ts'
import { writeFiles } from './write-files.ts'

const XLIFF: TranslationForm = { write: writeXliff, read: readXliff }
const FORMS: Readonly<Record<string, TranslationForm>> = { '.xlf': XLIFF, '.xliff': XLIFF, '.csv': csvTranslation }

/** A brand whose texts are asked for. */
interface Asked {
  readonly read: BrandArguments
  readonly id: string
  readonly level: BrandLevel
  readonly schemas: BrandSchemas
  readonly language: string | undefined
  readonly cwd: string
}

/** `livery brand texts <id>`: how many texts each language has; with `--language` its texts beside the English ones, with `--missing`
 *  only those that it lacks (OPS-25). `--export FILE` writes them for a translator, `--import FILE` brings them back, all or none. */
export function textsCommand(args: readonly string[], io: CommandIo): Promise<number> {
  const options = ['json', 'brands', 'language', 'missing', 'export', 'import', 'check'] as const
  const form = { usage: usageOf('brand', 'texts'), options, positionals: [1, 1] } as const
  return runBrandCommand(args, io, form, async (read) => {
    const output = await answer(await ask(read, io.cwd))
    io.stdout(read.isJson ? `${JSON.stringify(output, null, 2)}\n` : report(output))
    return 0
  })
}

async function ask(read: BrandArguments, cwd: string): Promise<Asked> {
  const [id = ''] = read.positionals
  const [language, ...others] = read.languages
  const wrong = read.languages.find((code) => !isLanguage(code))
  if (wrong !== undefined)
    throw new BrandCommandFailure('language_unknown', say('brand.language_code', { language: wrong }), wrong)
  refuseTogether(read, language, others.length)
  const ids = await knownBrands(read.brandsDir)
  requireBrand(id, ids)
  const { branch, schemas } = await openBrand(read.brandsDir, id, ids)
  return { read, id, level: branch.level, schemas, language, cwd }
}

/** Options that do not go together. */
function refuseTogether(read: BrandArguments, language: string | undefined, others: number): void {
  const usage = usageOf('brand', 'texts')
  const fail = (message: string, option: string) => {
    throw new BrandCommandFailure('usage', `${message} ${usage}`, option)
  }
  if (others > 0) fail(say('brand.texts_one_language'), '--language')
  if (read.exportFile !== undefined && language === undefined) fail(say('brand.texts_language'), '--language')
  if (read.importFile !== undefined && (read.exportFile !== undefined || read.isMissing))
    fail(say('brand.texts_import_alone'), '--import')
  if (read.isCheckOnly && read.importFile === undefined) fail(say('brand.texts_check_import'), '--check')
}

async function answer(asked: Asked): Promise<BrandTextsOutput> {
  const { read, id, level, schemas, language } = asked
  if (read.importFile !== undefined) return bringIn(asked, read.importFile)
  const languages = language === undefined ? offeredCodes(level) : [language]
  const counts = { id, languages: languages.map((code) => countOf(level, schemas, code)) }
  if (language === undefined && !read.isMissing) return counts
  const texts = languages.flatMap((code) =>
    textRows(level, code, read.isMissing ? missingTexts(level, schemas, code) : shownTexts(level, schemas)),
  )
  if (read.exportFile === undefined || language === undefined) return { ...counts, texts: [...texts] }
  await writeOut(asked, read.exportFile, language, texts)
  return { ...counts, exported: { file: read.exportFile, texts: texts.length } }
}

function countOf(level: BrandLevel, schemas: BrandSchemas, language: string): BrandTextsOutput['languages'][number] {
  const missing = missingTexts(level, schemas, language).length
  return { language, texts: shownTexts(level, schemas).length, missing }
}

async function writeOut({ id, cwd }: Asked, file: string, language: string, rows: readonly BrandTextRow[]) {
  const text = formOf(file).write({ brand: id, language, rows })
  try {
    await writeFile(resolve(cwd, file), text)
  } catch (error) {
    throw unreadable(file, error)
  }
}

async function bringIn(asked: Asked, file: string): Promise<BrandTextsOutput> {
  const { read, id, level, schemas, language, cwd } = asked
  const plan = await planImport(formOf(file).read(await contentOf(file, cwd)), file, { level, schemas, language })
  if (!read.isCheckOnly) await writeFiles(join(read.brandsDir, `.texts-${id}-${process.pid}`), plan.files)
  const after = await openBrand(read.brandsDir, id, await knownBrands(read.brandsDir))
  const { changes, unchanged, untranslated } = plan
  return {
    id,
    languages: [countOf(after.branch.level, after.schemas, plan.language)],
    imported: { language: plan.language, isWritten: !read.isCheckOnly, files: [...changes], unchanged, untranslated },
  }
}

async function contentOf(file: string, cwd: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(await readFile(resolve(cwd, file)))
  } catch (error) {
    throw unreadable(file, error)
  }
}

function unreadable(file: string, error: unknown): BrandCommandFailure {
  return new BrandCommandFailure('file_unreadable', say('brand.file', { file, why: (error as Error).message }), file)
}

function formOf(file: string): TranslationForm {
  const ending = extname(file).toLowerCase()
  const form = FORMS[ending]
  if (form) return form
  const meant = nearest(ending, Object.keys(FORMS))
  const endings = Object.keys(FORMS).join(', ')
  const message =
    meant === null ? say('brand.form', { file, endings }) : say('brand.form_meant', { file, endings, meant })
  throw new BrandCommandFailure('usage', message, file)
}

function report({ id, languages, texts, exported, imported }: BrandTextsOutput): string {
  if (exported) return `${say('brand.texts_exported', { count: exported.texts, file: exported.file })}\n`
  if (texts) return texts.map(({ file, key, source, target }) => `${file}  ${key}\n  ${source}\n  ${target}\n`).join('')
  const counts = languages.map(({ language, texts: all, missing }) =>
    say('brand.texts_counted', { language: language.padEnd(8), texts: all - missing, all }),
  )
  return `${[...(imported ? importLines(id, imported) : []), ...counts].join('\n')}\n`
}

function importLines(id: string, imported: NonNullable<BrandTextsOutput['imported']>): readonly string[] {
  const { files, unchanged, untranslated, isWritten } = imported
  const count = files.reduce((sum, { texts }) => sum + texts, 0)
  return [
    ...files.map(({ file, texts }) => `  ${id}/${file}  ${texts}`),
    say(isWritten ? 'brand.texts_imported' : 'brand.texts_importable', { count }),
    ...(unchanged > 0 ? [say('brand.texts_unchanged', { count: unchanged })] : []),
    ...(untranslated > 0 ? [say('brand.texts_untranslated', { count: untranslated })] : []),
  ]
}
