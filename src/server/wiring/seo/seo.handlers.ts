import { AppError } from '#calls/app-error.ts'
import { getFooterQuestions, getInformationLinks, getLanguageIsoCodes } from '#calls/content.calls.ts'
import { BUILT_ROUTES } from '#machines/site/routes/built-routes.ts'
import { isRouteClosed } from '#machines/site/routes/offered-section.rules.ts'
import { isRouteOffered, tryPath } from '#machines/site/routes/routes.ts'
import { questionsOfSection } from '#machines/site/seo/questions.rules.ts'
import { SEO_SECTIONS, type SeoSection } from '#machines/site/seo/seo-places.rules.ts'
import { textWriter } from '#machines/site/text.rules.ts'
import { pageTexts } from '#server/site/dictionaries.ts'
import { type AnyHandler, answer, type CallScope } from '../http/call-scope.ts'

/** What the footer-questions call calls the section of the whole site (SEO-11). */
const MAIN = 'main'

/** The calls of search texts, with the brand as their source. */
export function seoHandlers(): AnyHandler[] {
  return [
    answer(getFooterQuestions, async ({ segments }, scope) => {
      const t = textsOf(scope)
      const asked = questionsOfSection(scope.site.config.seo.questions, sectionOf(segments.section))
      const questions = asked.map(({ questionKey, answerKey }) => ({ question: t(questionKey), answer: t(answerKey) }))
      return { data: { attributes: { questions } } }
    }),
    answer(getInformationLinks, async (_input, scope) => ({ links: informationLinks(scope) })),
    answer(getLanguageIsoCodes, async (_input, { site }) =>
      Object.fromEntries(
        Object.entries(site.config.global.languages).map(([code, { locale }]) => [
          code,
          new Intl.Locale(locale).baseName,
        ]),
      ),
    ),
  ]
}

/** @throws AppError route.not_found for a section that is none */
function sectionOf(name: string): SeoSection {
  const section = name === MAIN ? 'site' : SEO_SECTIONS.find((one) => one === name)
  if (!section) throw new AppError('route.not_found')
  return section
}

function textsOf({ site, language }: CallScope) {
  return textWriter(language, pageTexts(site, language))
}

function informationLinks(scope: CallScope) {
  const { site, language } = scope
  const { application, boolean, information } = site.config
  const offer = { routes: application.routes, flags: boolean, screens: BUILT_ROUTES, language, isSignedIn: false }
  const t = textsOf(scope)
  return Object.values(information.menu)
    .sort((left, right) => left.order - right.order)
    .flatMap(({ routeId, labelKey }) => {
      if (!routeId || !labelKey || isRouteClosed(site.config, routeId) || !isRouteOffered(routeId, offer)) return []
      const { path } = tryPath(routeId, {}, language)
      return path === null ? [] : [{ title: t(labelKey), url: path }]
    })
}
