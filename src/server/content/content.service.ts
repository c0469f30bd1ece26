import { readFile } from 'node:fs/promises'
import { AppError } from '#calls/app-error.ts'
import type { PageAnswer } from '#schemas'
import { type ParsedPage, parsePage } from './page-nodes.ts'

/** What the service needs of a brand. */
export interface PageSource {
  readonly hash: string
  readonly defaultLanguage: string
  /** What `{{name}}` places of a page stand for. */
  readonly values: Readonly<Record<string, string>>
  /** The Markdown file of a page, or null when the brand has none in that language. */
  readonly pageFile: (language: string, page: string) => string | null
}

/** Gives information pages as trees. */
export interface ContentService {
  /** @throws AppError `page.unknown` when the brand has no such page in the language nor in its default one */
  readonly page: (source: PageSource, language: string, page: string) => Promise<PageAnswer>
}

const CACHED_PAGES = 500

/** Reads pages of brands; what was parsed is kept until the brand changes. */
export function createContentService(): ContentService {
  const parsed = new Map<string, Promise<ParsedPage>>()
  const parse = (key: string, file: string, values: PageSource['values']): Promise<ParsedPage> => {
    const known = parsed.get(key)
    if (known) return known
    if (parsed.size >= CACHED_PAGES) parsed.delete(parsed.keys().next().value as string)
    const reading = readFile(file, 'utf8').then((text) => parsePage(fillPlaces(text, values)))
    parsed.set(key, reading)
    reading.catch(() => parsed.delete(key))
    return reading
  }
  return {
    page: async (source, language, page) => {
      const languages = language === source.defaultLanguage ? [language] : [language, source.defaultLanguage]
      for (const candidate of languages) {
        const file = source.pageFile(candidate, page)
        if (!file) continue
        const { title, description, nodes } = await parse(`${source.hash}:${file}`, file, source.values)
        return {
          page,
          language: candidate,
          title: title || page,
          ...(description ? { description } : {}),
          nodes: [...nodes],
        }
      }
      throw new AppError('page.unknown', { page })
    },
  }
}

/** Puts values into the `{{name}}` places of a Markdown text; a place without a value stays as it is. What a value has of Markdown's
 *  own signs is shown, not read as Markdown: `*123#` begins no emphasis. */
function fillPlaces(text: string, values: PageSource['values']): string {
  return text.replaceAll(
    /\{\{(\w+)\}\}/g,
    (place, name: string) => values[name]?.replace(MARKDOWN_SIGNS, '\\$&') ?? place,
  )
}

/** What a backslash escapes (CommonMark 2.4). */
const MARKDOWN_SIGNS = /[!-/:-@[-`{-~]/g
