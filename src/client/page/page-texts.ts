import type { CallPort } from '#calls/call.ts'
import { getDictionary, getUnitDictionaries } from '#calls/site.calls.ts'
import { isFresh, type Kept, keptSince } from '#machines/site/consent/expiry.rules.ts'
import { contentAddress } from '#machines/site/content-host.rules.ts'
import { createTextStore, type TextSource, textWriter } from '#machines/site/text.rules.ts'
import type { Translate } from '#renderers/site/texts.tsx'
import type { DictionaryConfig, DictionaryContent } from '#schemas'

/** The texts of a page: looked up by key, dictionaries added as screens ask for them. */
export interface PageTexts {
  readonly t: Translate
  /** Makes sure that the dictionaries are there and not expired; what is loaded already costs nothing. */
  readonly need: (dictionaries: readonly string[]) => Promise<void>
  /** Dictionaries that were needed so far. */
  readonly needed: () => readonly string[]
}

/** Where a page's dictionaries come from, and for how long. */
export interface DictionaryPorts {
  readonly language: string
  /** Dictionary id → address of its file, as the page came with them. */
  readonly files: Readonly<Record<string, string>>
  readonly lifetimes: Pick<DictionaryConfig, 'cacheMs' | 'appCacheMs'>
  /** Asks for the map of dictionaries once the page's own has expired. */
  readonly call: CallPort
  /** The time, ms; it never goes back. */
  readonly nowMs: () => number
  /** Reports a key that no dictionary has: the key itself is shown. */
  readonly onMissing: (key: string) => void
  /** Reads the file of a dictionary; fetches it when left out. */
  readonly readFile?: (file: string) => Promise<TextSource>
  /** Reports a dictionary that cannot be loaded: the page carries on without it, or with the one it has (I18N-17). */
  readonly onFailed: (error: unknown, dictionary: string) => void
}

/** Texts that are all there from the start, as on the server. */
export function fixedTexts(language: string, source: TextSource): PageTexts {
  return { t: textWriter(language, source), need: () => Promise.resolve(), needed: () => [] }
}

/** The dictionary of the application itself, which is kept longer than the others (I18N-11). */
const APP = 'app'

/** Texts whose dictionaries are fetched from immutable files (I18N-8). One that has expired is fetched again only when the
 *  map names another file for it (I18N-10 to I18N-13). */
export function loadedTexts(ports: DictionaryPorts): PageTexts {
  const { language, lifetimes, nowMs, onFailed, readFile = fetchDictionary } = ports
  const map = createFileMap(ports)
  const loading = new Map<string, Promise<void>>()
  const loaded = new Map<string, Kept & { readonly file: string }>()
  const store = createTextStore(language, async (dictionary) => readFile(await map.fileOf(dictionary)), ports.onMissing)

  const refresh = async (dictionary: string): Promise<void> => {
    const file = await map.fileOf(dictionary)
    if (loaded.get(dictionary)?.file !== file) await store.load(dictionary)
    const lifetimeMs = dictionary === APP ? lifetimes.appCacheMs : lifetimes.cacheMs
    loaded.set(dictionary, { file, ...keptSince(nowMs(), lifetimeMs) })
  }
  const need = (dictionary: string): Promise<void> => {
    if (isFresh(loaded.get(dictionary), nowMs())) return Promise.resolve()
    const promise =
      loading.get(dictionary) ??
      refresh(dictionary)
        .catch((error: unknown) => onFailed(error, dictionary))
        .finally(() => loading.delete(dictionary))
    loading.set(dictionary, promise)
    return promise
  }
  return {
    t: store.write,
    need: async (dictionaries) => {
      await Promise.all(dictionaries.map(need))
    },
    needed: () => [...new Set([...loaded.keys(), ...loading.keys()])],
  }
}

interface FileMap {
  /** The address of a dictionary's file. @throws Error when the map does not name the dictionary */
  readonly fileOf: (dictionary: string) => Promise<string>
}

/** The map of dictionaries: the page's own until it expires, then the call's (I18N-7). When the call fails, the former one is used. */
function createFileMap({ language, files, lifetimes, call, nowMs, onFailed }: DictionaryPorts): FileMap {
  let current = { files, ...keptSince(nowMs(), lifetimes.cacheMs) }
  let asking: Promise<void> | undefined
  const renew = async (): Promise<void> => {
    try {
      const paths = await call(getUnitDictionaries, { segments: { language } })
      const named = Object.entries(paths).map(([id, path]) => [id, `${getDictionary.path}/${path}`] as const)
      current = { files: Object.fromEntries(named), ...keptSince(nowMs(), lifetimes.cacheMs) }
    } catch (error) {
      onFailed(error, 'map')
    } finally {
      asking = undefined
    }
  }
  return {
    fileOf: async (dictionary) => {
      if (!isFresh(current, nowMs())) {
        asking ??= renew()
        await asking
      }
      const file = current.files[dictionary]
      if (!file) throw new Error(`the map of dictionaries names no file for "${dictionary}"`)
      return file
    },
  }
}

/** Fetches the file of a dictionary: from the content-delivery host where there is one, from the site's own where that fails (I18N-9).
 *  @param host scheme and host
 *  @throws Error when the server does not answer with it */
export async function fetchDictionary(file: string, host?: string): Promise<TextSource> {
  if (host !== undefined) {
    try {
      return await fetchDictionary(contentAddress(host, file))
    } catch {
      return fetchDictionary(file)
    }
  }
  const answer = await fetch(file)
  if (!answer.ok) throw new Error(`${file} answered ${answer.status}`)
  const { content, fallback } = (await answer.json()) as DictionaryContent
  return { texts: content, fallback: fallback ? { language: fallback.language, texts: fallback.content } : null }
}
