import type { DeskBatchAnswer } from '#schemas'

/** Codes as a table of RFC 4180: `code,used_by,used_at`. */
export function codesCsv({ codes }: Pick<DeskBatchAnswer, 'codes'>): string {
  const rows = codes.map(({ code, usedBy, usedAt }) => [code, usedBy ?? '', usedAt ?? ''].join(','))
  return `${['code,used_by,used_at', ...rows].join('\r\n')}\r\n`
}

/** Lets the browser save the codes of a batch as a file. */
export function saveCodes(campaign: string, answer: DeskBatchAnswer): void {
  const url = URL.createObjectURL(new Blob([codesCsv(answer)], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${campaign}-${answer.batch}.csv`
  link.click()
  URL.revokeObjectURL(url)
}
