/** What of a page as the server sends it is seen: its markup and its styles, without scripts, secrets of the answer and what only
 *  machines read. Two pages that are the same here look the same.
 *  @param assetOf what stands for a file of the brand that the page shows, so that one that is the same has the same name */
export function drawnMarkup(html: string, assetOf: (path: string) => string): string {
  const root = /<html\b[^>]*>/.exec(html)?.[0] ?? ''
  const body = /<body\b[\s\S]*$/.exec(html)?.[0] ?? ''
  const sheets = html.match(/<link rel="stylesheet"[^>]*>/g) ?? []
  return [root, ...sheets, body]
    .join('\n')
    .replaceAll(/<script\b[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link rel="(?:modulepreload|preload|prefetch)"[^>]*>/g, '')
    .replaceAll(/ (?:nonce|data-brand)="[^"]*"/g, '')
    .replaceAll(/\/brand\/[0-9a-f]{16}\/([^"#? )]+)/g, (_all, path: string) => `/brand/${assetOf(path)}/${path}`)
}

/** Whether a page of a later state is drawn otherwise than that of an earlier one. What differs between two brands that are the same, such
 *  as the number of a draw or what is left until it, is no difference.
 *  @param again the page of another brand that is in the earlier state too */
export function isDrawnOtherwise(before: string, again: string, after: string): boolean {
  const [was, same, is] = [before, again, after].map((markup) => markup.split(/(?=<)|(?<=>)/)) as [
    string[],
    string[],
    string[],
  ]
  if (was.length !== same.length) return was.length !== is.length && same.length !== is.length
  if (was.length !== is.length) return true
  return was.some((part, at) => part === same[at] && part !== is[at])
}

/** The addresses of the same site to which a page leads, without what chooses among the things of the page, each once. */
export function linksOf(html: string): readonly string[] {
  const found = [...html.matchAll(/<a\b[^>]* href="(\/[^/"#?][^"#?]*)/g)].map(([, path = '']) => path)
  return [...new Set(found)]
}
