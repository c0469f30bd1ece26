type Details = Readonly<Record<string, string | number>>

/** Tells about something that went wrong without stopping the page. It goes to the console, where the browser tests and
 *  a developer see it; collectors listen to the `livery:report` event of the window. */
export function report(name: string, details: Details): void {
  console.error(`livery: ${name}`, details)
  noteFault(name, details)
}

/** The same for collectors alone: the browser itself has already written a failed request to the console. */
export function noteFault(name: string, details: Details): void {
  window.dispatchEvent(new CustomEvent('livery:report', { detail: { name, details } }))
}
