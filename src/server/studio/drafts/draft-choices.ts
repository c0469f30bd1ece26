import { ROUTES } from '#machines/site/routes/routes.ts'
import { levelsOf } from '../../site/brands/brand-level.ts'
import { findText, REFERENCE_LANGUAGE, textsIn } from '../../site/text-index.ts'
import type { DraftState } from './draft-sites.ts'

type Choices = Record<string, Record<string, string>>

/** What pickers of a draft offer: value → label, by what is picked. */
export function draftChoices(state: DraftState): Choices {
  const { level } = state
  const layers = levelsOf(level).map(({ layer }) => layer)
  const files = layers.flatMap(({ files: own }) => [...own])
  const global = state.level.documents.get('config/global.json')?.value as GlobalTables | undefined
  const names = (kind: 'language' | 'region' | 'currency', codes: readonly string[]) => {
    const display = new Intl.DisplayNames('en', { type: kind, fallback: 'code' })
    return Object.fromEntries(codes.map((code) => [code, nameOf(display, code)]))
  }
  const icons = files.flatMap(([, { symbols }]) => symbols ?? [])
  const pages = files.flatMap(([path]) => /^pages\/[^/]+\/(.+)\.md$/.exec(path)?.[1] ?? [])
  const assets = files.flatMap(([path]) => (path.startsWith('assets/') ? [path.slice('assets/'.length)] : []))
  return {
    route: Object.fromEntries(Object.entries(ROUTES).map(([id, { path }]) => [id, `/${path}`])),
    icon: same(icons),
    page: same(pages),
    asset: same(assets),
    text: Object.fromEntries(textsIn(level, REFERENCE_LANGUAGE)),
    language: names('language', Object.keys(global?.languages ?? {})),
    country: names('region', Object.keys(global?.countries ?? {})),
    currency: names('currency', Object.keys(global?.currencies ?? {})),
    sport: sportNames(state),
  }
}

interface GlobalTables {
  readonly languages?: object
  readonly countries?: object
  readonly currencies?: object
}

function nameOf(display: Intl.DisplayNames, code: string): string {
  try {
    return display.of(code.length === 2 ? code.toUpperCase() : code) ?? code
  } catch {
    // A code that the standard does not have, such as a coin's.
    return code
  }
}

function same(values: readonly string[]): Record<string, string> {
  return Object.fromEntries([...new Set(values)].sort().map((value) => [value, value]))
}

/** Sports by their number, with the name that the dictionaries give them. */
function sportNames({ level }: DraftState): Record<string, string> {
  const keys = [...textsIn(level, REFERENCE_LANGUAGE).keys()].filter((key) => /^sport\.\d+$/.test(key))
  return Object.fromEntries(
    keys.map((key) => [key.replace('sport.', ''), findText(level, REFERENCE_LANGUAGE, key) ?? key]),
  )
}
