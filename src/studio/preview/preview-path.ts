/** The path of a page of the preview in another language: `/en/live` → `/pt/live`. */
export function pathInLanguage(path: string, language: string, languages: readonly string[]): string {
  const [, first = '', ...rest] = path.split('/')
  const below = languages.includes(first) ? rest : [first, ...rest].filter(Boolean)
  return `/${[language, ...below].join('/')}`
}

/** The language of a path of the preview; null when it has none. */
export function languageOfPath(path: string, languages: readonly string[]): string | null {
  const first = path.split(/[/?#]/)[1] ?? ''
  return languages.includes(first) ? first : null
}

/** What was written into the field of the path as a path: within the site, with a slash before it. */
export function cleanPath(text: string): string {
  const path = text.trim().replace(/^[a-z]+:\/\/[^/]*/i, '')
  return `/${path.replace(/^[/\\]+/, '')}`
}
