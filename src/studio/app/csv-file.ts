/** A table of RFC 4180. A cell that a spreadsheet would take for a formula begins with an apostrophe. */
export function csvText(rows: readonly (readonly (string | number | null)[])[]): string {
  return `${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

function cell(value: string | number | null): string {
  if (typeof value === 'number') return String(value)
  const text = value ?? ''
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** Lets the browser save a table as a file. */
export function saveCsv(name: string, rows: Parameters<typeof csvText>[0]): void {
  const url = URL.createObjectURL(new Blob([csvText(rows)], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}.csv`
  link.click()
  URL.revokeObjectURL(url)
}
