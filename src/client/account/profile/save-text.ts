/** Hands the browser a text file. @param name of the file */
export function saveText(name: string, lines: readonly string[]): void {
  const address = URL.createObjectURL(new Blob([`${lines.join('\r\n')}\r\n`], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
