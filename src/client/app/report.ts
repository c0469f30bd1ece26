/** Tells about something that went wrong without stopping the page. It goes to the console, where the browser tests and
 *  a developer see it; collectors listen to the `livery:report` event of the window. */
export function report(name: string, details: Readonly<Record<string, string>>): void {
  console.error(`livery: ${name}`, details)
  window.dispatchEvent(new CustomEvent('livery:report', { detail: { name, details } }))
}
