import type { DeskBatchAnswer } from '#schemas'
import { csvText, saveCsv } from '../../app/csv-file.ts'

function rowsOf({ codes }: Pick<DeskBatchAnswer, 'codes'>) {
  return [
    ['code', 'used_by', 'used_at'],
    ...codes.map(({ code, usedBy, usedAt }) => [code, usedBy ?? '', usedAt ?? '']),
  ]
}

/** Codes as a table of RFC 4180: `code,used_by,used_at`. */
export function codesCsv(answer: Pick<DeskBatchAnswer, 'codes'>): string {
  return csvText(rowsOf(answer))
}

/** Lets the browser save the codes of a batch as a file. */
export function saveCodes(campaign: string, answer: DeskBatchAnswer): void {
  saveCsv(`${campaign}-${answer.batch}`, rowsOf(answer))
}
