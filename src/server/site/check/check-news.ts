import type { BrandProblem, GlobalConfig, InformationConfig } from '#schemas'
import { type BrandLevel, levelsOf, locateFault, sectionPath } from '../brands/brand-level.ts'
import { quoted } from '../faults/problem-words.ts'

/** News whose text is not there in the language that everybody falls back to: readers of some language would find nothing. */
export function checkNews(level: BrandLevel): readonly BrandProblem[] {
  const path = sectionPath('information')
  const news = (level.documents.get(path)?.value as InformationConfig | undefined)?.news ?? {}
  const language = (level.documents.get(sectionPath('global'))?.value as GlobalConfig | undefined)?.defaultLanguage
  if (language === undefined) return []
  // A page that is in no language is reported by the check of references.
  const pages = new Set(
    levelsOf(level).flatMap(({ layer }) => [...layer.files.keys()].map((path) => path.split('/')[2])),
  )
  return Object.entries(news).flatMap(([id, { page }]) => {
    const file = `pages/${language}/${page}.md`
    if (!pages.has(`${page}.md`) || levelsOf(level).some(({ layer }) => layer.files.has(file))) return []
    const pointer = `/news/${id}/page`
    const expected = `the file ${file}`
    const message = `${pointer} names the page ${quoted(page)}, which is not there in ${quoted(language)}, the default language. Add ${file}.`
    return locateFault(level, path, { pointer, found: quoted(page), expected, suggestion: null, message })
  })
}
