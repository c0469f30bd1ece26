import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { BrandLevel } from '#server/site/brand-level.ts'
import type { BrandSchemas } from '#server/site/brand-schemas.ts'
import { missingTexts, offeredCodes, shownTexts } from '#server/site/language-coverage.ts'
import { homeOf, pluralForms, REFERENCE_LANGUAGE, textsIn } from '#server/site/text-index.ts'
import type { CommandIo } from '../commands.ts'
import { BrandCommandFailure, runBrandCommand } from './brand-arguments.ts'
import { knownBrands, openBrand, requireBrand } from './brand-folder.ts'

const USAGE = 'livery brand texts <id> [--language L] [--missing] [--export FILE.csv] [--brands DIR]'

/** A text as a translator reads it: its file, its key, the English text and that of the language, which may be empty. */
type TextRow = readonly [file: string, key: string, source: string, target: string]

/** `livery brand texts <id>`: how many texts each language has; with `--language` its texts beside the English ones, with `--missing`
 *  only those that it lacks (OPS-25), with `--export` as CSV. */
export function textsCommand(args: readonly string[], io: CommandIo): Promise<number> {
  const options = ['brands', 'language', 'missing', 'export'] as const
  return runBrandCommand(args, io, { usage: USAGE, options, positionals: [1, 1] }, async (read) => {
    const [id = ''] = read.positionals
    const ids = await knownBrands(read.brandsDir)
    requireBrand(id, ids)
    const { branch, schemas } = await openBrand(read.brandsDir, id, ids)
    const { language, isMissing, exportFile } = read
    if (language === undefined) {
      if (isMissing || exportFile !== undefined)
        throw new BrandCommandFailure('usage', `Name the language with --language. Usage: ${USAGE}`, '--language')
      io.stdout(counts(branch.level, schemas))
      return 0
    }
    if (!/^[a-z]{2,3}(?:-[a-zA-Z]{2,4})?$/.test(language))
      throw new BrandCommandFailure('usage', `"${language}" is no code of a language; write one such as sv.`, language)
    const names = isMissing ? missingTexts(branch.level, schemas, language) : shownTexts(branch.level, schemas)
    const rows = rowsOf(branch.level, language, names)
    if (exportFile !== undefined) {
      await writeFile(resolve(io.cwd, exportFile), csvOf([['file', 'key', REFERENCE_LANGUAGE, language], ...rows]))
      io.stdout(`${rows.length} texts written to ${exportFile}.\n`)
    } else io.stdout(rows.map(([file, key, source, target]) => `${file}  ${key}\n  ${source}\n  ${target}\n`).join(''))
    return 0
  })
}

function counts(level: BrandLevel, schemas: BrandSchemas): string {
  const all = shownTexts(level, schemas).length
  const lines = offeredCodes(level).map((language) => {
    const lacking = missingTexts(level, schemas, language).length
    return `${language.padEnd(8)} ${all - lacking} of ${all} texts\n`
  })
  return lines.join('')
}

/** A row for each text; one in plural forms has a row for each form of the language. */
function rowsOf(level: BrandLevel, language: string, names: readonly string[]): readonly TextRow[] {
  const originals = textsIn(level, REFERENCE_LANGUAGE)
  const own = textsIn(level, language)
  return names.flatMap((name) => {
    const file = `locales/${language}/${homeOf(level, name) ?? 'brand'}.json`
    const plural = originals.get(`${name}_other`)
    const keys =
      plural !== undefined && !originals.has(name) ? pluralForms(language).map((form) => `${name}_${form}`) : [name]
    return keys.map((key): TextRow => [file, key, originals.get(key) ?? plural ?? '', own.get(key) ?? ''])
  })
}

/** Rows as CSV (RFC 4180): CRLF, and quotes where a text has a comma, a quote or a line break. */
function csvOf(rows: readonly TextRow[]): string {
  const field = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return rows.map((row) => `${row.map(field).join(',')}\r\n`).join('')
}
