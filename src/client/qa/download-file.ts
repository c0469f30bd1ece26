/** Lets the browser save a file. */
export function downloadFile(name: string, content: string | Uint8Array<ArrayBuffer>): void {
  const address = URL.createObjectURL(new Blob([content]))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken the content by the time that the page is at rest.
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
