import { readCsv } from '#machines/feed/imports/csv.rules.ts'
import { REFERENCE_LANGUAGE } from '#server/site/text-index.ts'
import { say } from '../../command-text.ts'
import type { ReadRow, ReadTranslation, Translation, TranslationFault, TranslationForm } from './translation.ts'

/** Texts as CSV (RFC 4180): `file,key,en,sv`, CRLF, quotes where a text has a comma, a quote or a line break. */
export const csvTranslation: TranslationForm = { write: writeCsv, read: readCsvTranslation }

function writeCsv({ brand, language, rows }: Translation): string {
  const field = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const records = rows.map(({ file, key, source, target }) => [`${brand}/${file}`, key, source, target])
  return [['file', 'key', REFERENCE_LANGUAGE, language], ...records]
    .map((record) => `${record.map(field).join(',')}\r\n`)
    .join('')
}

function readCsvTranslation(text: string): ReadTranslation {
  const [head, ...records] = readCsv(text)
  const [file, key, sourceLanguage = '', language = ''] = head?.fields ?? []
  if (!head?.isSound || file !== 'file' || key !== 'key' || language === '' || head.fields.length !== 4)
    return { sourceLanguage, language, rows: [], faults: [{ line: 1, message: say('brand.csv_head') }] }
  const rows: ReadRow[] = []
  const faults: TranslationFault[] = []
  for (const { line, fields, isSound } of records) {
    const [of = '', name = '', , target = ''] = fields
    if (!isSound) faults.push({ line, message: say('brand.csv_quotes') })
    else if (fields.length !== 4) faults.push({ line, message: say('brand.csv_fields', { found: fields.length }) })
    else rows.push({ line, file: of, key: name, target })
  }
  return { sourceLanguage, language, rows, faults }
}
