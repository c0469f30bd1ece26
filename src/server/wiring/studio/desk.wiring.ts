import { pickNames } from '#machines/feed/markets/pick-names.rules.ts'
import { textWriter } from '#machines/site/text.rules.ts'
import type { Recordings } from '../../analytics/recording/recordings.service.ts'
import type { CasinoService } from '../../casino/casino.service.ts'
import { forFeed } from '../../db/for-feed.ts'
import type { OpenDatabase } from '../../db/open-database.ts'
import { createFeedBook } from '../../feed/feed-book.ts'
import type { PaymentsService } from '../../payments/payments.service.ts'
import { brandIds } from '../../site/brands/brand-hosts.ts'
import type { BrandStore } from '../../site/brands/brand-store.ts'
import { pageTexts } from '../../site/dictionaries.ts'
import type { ResolvedSite } from '../../site/resolved-site.ts'
import { createDesk } from '../../studio/desk/desk.service.ts'
import type { BonusSite, DeskBonuses, DeskExposureSite, DeskPorts, DeskSite } from '../../studio/desk/desk-ports.ts'
import { StudioFailure } from '../../studio/studio-failure.ts'
import type { StudioHandler } from '../../studio/studio-scope.ts'
import type { Identity } from '../account/identity.wiring.ts'
import type { DrawWiring } from '../lotteries/draws.wiring.ts'
import { siteOfBrand } from '../pages/site-of-brand.ts'
import { campaignWords } from '../promo/promo-shapes.ts'
import type { AnalyticsHandlerPorts } from './analytics.handlers.ts'
import { deskFiles, deskHandlers } from './desk.handlers.ts'
import { createWatching } from './recordings.handlers.ts'
import type { StudioFileRoute } from './studio-files.ts'

export interface DeskWiringPorts {
  readonly database: Pick<OpenDatabase, 'db'>
  readonly brands: BrandStore
  readonly brandsDir: string
  readonly identity: Pick<Identity, 'delivery' | 'identification' | 'supportFiles'>
  /** Decides on payments. */
  readonly payments: Pick<PaymentsService, 'decideIn'>
  readonly casino: Pick<CasinoService, 'providersOf' | 'namesOf' | 'finishIn' | 'freeStakes'>
  readonly granting: DeskBonuses['granting']
  readonly toto: DeskPorts['toto']
  readonly draws: Pick<DrawWiring, 'draws' | 'bingo'>
  readonly analytics: AnalyticsHandlerPorts['analytics']
  readonly recordings: Pick<Recordings, 'list' | 'refusals' | 'find'>
  readonly clock: () => Date
}

/** The operator's desk, as the server serves it. */
export interface DeskWiring {
  readonly handlers: readonly StudioHandler[]
  readonly files: readonly StudioFileRoute[]
}

/** Joins the desk with the services that players and commands use. */
export function createDeskWiring({
  database,
  brands,
  brandsDir,
  identity,
  payments,
  casino,
  granting,
  toto,
  draws,
  analytics,
  recordings,
  clock,
}: DeskWiringPorts): DeskWiring {
  const { delivery, identification, supportFiles } = identity
  const desk = createDesk({
    ...{ db: database.db, clock, identification, enqueue: delivery.enqueue, decidePayment: payments.decideIn },
    supportFiles,
    casino,
    toto,
    lotteries: { cancelDraw: draws.draws.cancel, cancelRound: draws.bingo.cancel },
    results: createFeedBook({ door: forFeed(database.db), now: clock }),
    exposure: (brand) => exposureSite(brands, brand),
    bonuses: { site: (brand) => bonusSite(brands, brand), granting },
    site: (brand) => deskSite(brands, brand),
  })
  const ports = {
    ...{ desk, analytics, clock, recordings: createWatching({ db: database.db, recordings, clock }) },
    isBrand: async (brand: string) => (await brandIds(brandsDir)).includes(brand),
    site: async (brand: string) => siteOfBrand(brands, brand),
  }
  return { handlers: deskHandlers(ports), files: deskFiles(ports) }
}

/** @throws StudioFailure brand.broken when the brand is not served */
async function servedSite(brands: BrandStore, brand: string): Promise<ResolvedSite> {
  const found = await brands.siteForBrand(brand)
  if (found.status !== 'ok') throw new StudioFailure('brand.broken', { brand })
  return found.site
}

async function bonusSite(brands: BrandStore, brand: string): Promise<BonusSite> {
  const site = await servedSite(brands, brand)
  const language = languageOf(site)
  return {
    sections: site.config,
    titleOf: (campaign) => campaignWords(campaign, { site, language, country: '' }).name,
  }
}

/** Operators read English where the brand has it. */
function languageOf({ config: { global } }: ResolvedSite): string {
  return Object.hasOwn(global.languages, 'en') ? 'en' : global.defaultLanguage
}

async function exposureSite(brands: BrandStore, brand: string): Promise<DeskExposureSite> {
  const site = await servedSite(brands, brand)
  const { global, betting } = site.config
  const language = languageOf(site)
  const t = textWriter(language, pageTexts(site, language))
  return {
    defaultCurrency: global.defaultCurrency,
    currencies: global.currencies,
    outcomeLiabilityMinor: betting.riskLimits.outcomeLiabilityMinor,
    nameOf: ({ parameter, ...picked }) => {
      const { market, outcome } = pickNames({ ...picked, ...(parameter === null ? {} : { parameter }) }, t)
      return `${market}: ${outcome}`
    },
  }
}

async function deskSite(brands: BrandStore, brand: string): Promise<DeskSite> {
  const { manifest, config } = await servedSite(brands, brand)
  return {
    name: manifest.name,
    exponents: Object.fromEntries(
      Object.entries(config.global.currencies).map(([code, { exponent }]) => [code, exponent]),
    ),
    sessionIdleMs: config.auth.sessionIdleMs,
  }
}
