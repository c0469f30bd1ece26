import type {
  BreadcrumbList,
  FAQPage,
  NewsArticle,
  Organization,
  SportsEvent,
  Thing,
  WebSite,
  WithContext,
} from 'schema-dts'

/** A statement of one kind; never its address alone, which the vocabulary allows. */
type Statement<Kind extends Thing> = Extract<WithContext<Kind>, object>

/** A statement of JSON-LD, by the vocabulary of schema.org. */
export type JsonLd = Statement<BreadcrumbList | FAQPage | NewsArticle | Organization | SportsEvent | WebSite>

const CONTEXT = 'https://schema.org'

/** A step on the way to a page. */
export interface Crumb {
  readonly name: string
  /** The whole address. */
  readonly url: string
}

/** The way to a page (SEO-16). @returns null for fewer than two steps, which tell nothing */
export function breadcrumbs(crumbs: readonly Crumb[]): Statement<BreadcrumbList> | null {
  if (crumbs.length < 2) return null
  return {
    '@context': CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, url }, index) => ({
      '@type': 'ListItem' as const,
      position: index + 1,
      name,
      item: url,
    })),
  }
}

/** What is known of a game. */
export interface EventFacts {
  readonly name: string
  readonly url: string
  /** ISO 8601 with a zone, or the date alone where the hour is not known. */
  readonly startsAt: string
  readonly sport: string
  readonly championship: string
  /** The sides, the home one first; none in an event of many. */
  readonly sides: readonly string[]
  readonly isCancelled?: boolean
}

/** A game. It says nothing of a place, which is not known, nor of prices (SEO-16). */
export function sportsEvent(facts: EventFacts): Statement<SportsEvent> {
  const { name, url, startsAt, sport, championship, sides, isCancelled } = facts
  const [home, away] = sides.map((side) => ({ '@type': 'SportsTeam' as const, name: side }))
  return {
    '@context': CONTEXT,
    '@type': 'SportsEvent',
    name,
    url,
    startDate: startsAt,
    sport,
    superEvent: { '@type': 'SportsEvent', name: championship },
    eventStatus: isCancelled ? 'https://schema.org/EventCancelled' : 'https://schema.org/EventScheduled',
    ...(home && away ? { homeTeam: home, awayTeam: away, competitor: [home, away] } : {}),
  }
}

/** A question of a page with its answer. */
export interface Question {
  readonly question: string
  readonly answer: string
}

/** The questions that a page answers; null without any (SEO-16). */
export function faqPage(questions: readonly Question[]): Statement<FAQPage> | null {
  if (questions.length === 0) return null
  return {
    '@context': CONTEXT,
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question' as const,
      name: question,
      acceptedAnswer: { '@type': 'Answer' as const, text: answer },
    })),
  }
}

/** Who runs the site. */
export interface OrganisationFacts {
  readonly name: string
  readonly legalName?: string | undefined
  readonly url: string
  readonly logo?: string | undefined
  readonly email?: string | undefined
  /** Pages of the brand on other sites. */
  readonly elsewhere: readonly string[]
}

/** Who runs the site (SEO-16). */
export function organisation(facts: OrganisationFacts): Statement<Organization> {
  const { name, legalName, url, logo, email, elsewhere } = facts
  return {
    '@context': CONTEXT,
    '@type': 'Organization',
    name,
    url,
    ...(legalName ? { legalName } : {}),
    ...(logo ? { logo } : {}),
    ...(email ? { email } : {}),
    ...(elsewhere.length > 0 ? { sameAs: [...elsewhere] } : {}),
  }
}

/** The site with its search. @param search the address of a search, with `{text}` for what is looked for */
export function webSite(name: string, url: string, language: string, search: string | null): Statement<WebSite> {
  return {
    '@context': CONTEXT,
    '@type': 'WebSite',
    name,
    url,
    inLanguage: language,
    ...(search
      ? { potentialAction: { '@type': 'SearchAction', target: search, 'query-input': 'required name=text' } as never }
      : {}),
  }
}

/** A piece of news: its title, the day it is of, and where it is read. */
export function newsArticle(headline: string, url: string, day: string): Statement<NewsArticle> {
  return { '@context': CONTEXT, '@type': 'NewsArticle', headline, url, datePublished: day }
}
