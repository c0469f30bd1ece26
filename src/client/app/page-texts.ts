import { sourceWriter, type TextSource, textWriter } from '#machines/site/text.rules.ts'
import type { Translate } from '#renderers/site/texts.tsx'
import type { DictionaryContent } from '#schemas'

/** The texts of a page: looked up by key, dictionaries added as screens ask for them. */
export interface PageTexts {
  readonly t: Translate
  /** Makes sure that the dictionaries are there; what is loaded already costs nothing. */
  readonly need: (dictionaries: readonly string[]) => Promise<void>
}

/** Who is told of what texts lack. */
export interface TextReports {
  /** A key that no dictionary has: it is shown itself. */
  readonly onMissing: (key: string) => void
  /** A dictionary that could not be had: the page goes on without it (I18N-17). */
  readonly onFailed: (error: unknown, dictionary: string) => void
}

/** Texts that are all there from the start, as on the server. */
export function fixedTexts(language: string, source: TextSource): PageTexts {
  return { t: sourceWriter(language, source), need: () => Promise.resolve() }
}

/** Texts whose dictionaries are fetched once each from their immutable files (I18N-8, I18N-12).
 *  @param files dictionary id → address of its file */
export function loadedTexts(
  language: string,
  files: Readonly<Record<string, string>>,
  { onMissing, onFailed }: TextReports,
): PageTexts {
  const texts = new Map<string, string>()
  const lent = new Map<string, string>()
  let lender = language
  const loading = new Map<string, Promise<void>>()
  const load = async (dictionary: string): Promise<void> => {
    try {
      const file = files[dictionary]
      if (!file) throw new Error(`the page names no file for the dictionary "${dictionary}"`)
      const answer = await fetch(file)
      if (!answer.ok) throw new Error(`${file} answered ${answer.status}`)
      const { content, fallback } = (await answer.json()) as DictionaryContent
      for (const [key, text] of Object.entries(content)) texts.set(key, text)
      for (const [key, text] of Object.entries(fallback?.content ?? {})) lent.set(key, text)
      lender = fallback?.language ?? lender
    } catch (error) {
      loading.delete(dictionary)
      onFailed(error, dictionary)
    }
  }
  return {
    t: textWriter(language, (key) => texts.get(key), onMissing, {
      language: () => lender,
      find: (key) => lent.get(key),
    }),
    need: async (dictionaries) => {
      await Promise.all(
        dictionaries.map((dictionary) => {
          const promise = loading.get(dictionary) ?? load(dictionary)
          loading.set(dictionary, promise)
          return promise
        }),
      )
    },
  }
}
