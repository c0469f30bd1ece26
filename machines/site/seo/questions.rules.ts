import type { RouteId, SeoConfig, SeoSection } from '#schemas'
import { sectionsShown, seoPlace } from './seo-places.rules.ts'

/** A question of a section with the dictionary keys of its words. */
export type AskedQuestion = SeoConfig['questions'][string][string] & { readonly id: string }

/** The questions of a section in their order; those of the whole site after them, unless the section stands alone (SEO-3, SEO-10). */
export function questionsOfSection(questions: SeoConfig['questions'], section: SeoSection): readonly AskedQuestion[] {
  return sectionsShown(section).flatMap((one) =>
    Object.entries(questions[one] ?? {})
      .map(([id, question]) => ({ ...question, id: `${one}-${id}` }))
      .sort((left, right) => left.order - right.order),
  )
}

/** Pages below which questions stand: those that lead into a section, and no game, player or office. */
const ASKED_ON: ReadonlySet<RouteId> = new Set([
  'home',
  'main_section',
  'sport_filter',
  'casino',
  'live_casino',
  'slots',
  'poker',
  'third_party_games',
  'promotions',
  'our_partners',
  'results',
])

/** Whether the pages of a route have questions below them. */
export function isAskedOn(routeId: RouteId): boolean {
  return ASKED_ON.has(routeId)
}

/** The questions below a page. @param params parameters of the route */
export function questionsOfPage(
  questions: SeoConfig['questions'],
  routeId: RouteId,
  params: Readonly<Record<string, string | undefined>>,
): readonly AskedQuestion[] {
  return isAskedOn(routeId) ? questionsOfSection(questions, seoPlace(routeId, params).section) : []
}
