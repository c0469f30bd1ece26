import type { Logger } from 'pino'
import { buildPath } from '#machines/site/routes/routes.ts'
import { textWriter } from '#machines/site/text.rules.ts'
import type { RouteId } from '#schemas'
import type { KeyRing } from '#server/account/secrets/key-ring.ts'
import { createSecretBox } from '#server/account/secrets/secret-box.ts'
import { brandsWithPushDevices } from '#server/db/for-brand.ts'
import { forFeed } from '#server/db/for-feed.ts'
import type { OpenDatabase } from '#server/db/open-database.ts'
import { logFailure } from '#server/db/storage-outage.ts'
import { createFeedOffer } from '#server/feed/offer.service.ts'
import { createPushDevices } from '#server/push/push-devices.ts'
import { createPushMessages, type DuePush } from '#server/push/push-messages.ts'
import type { PushText } from '#server/push/push-ports.ts'
import { createPushSender, type PushBrand } from '#server/push/push-sender.ts'
import { createPushSources } from '#server/push/push-sources.ts'
import { appIconPath } from '#server/site/app/app-manifest.ts'
import type { BrandStore } from '#server/site/brands/brand-store.ts'
import { pageTexts } from '#server/site/dictionaries.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'
import { siteOfBrand } from '../pages/site-of-brand.ts'
import { createRounds } from '../rounds.ts'
import { pushHandlers } from './push.handlers.ts'

/** What push messages are joined with. */
export interface PushWiringPorts {
  readonly database: Pick<OpenDatabase, 'db'>
  readonly brands: BrandStore
  readonly clock: () => Date
  readonly log: Pick<Logger, 'warn' | 'error'>
  readonly keyRing: KeyRing
  /** Origin of a push service besides those that are known. */
  readonly service?: string | undefined
  readonly fetch?: typeof fetch
}

const EVERY_MS = 5000

/** Where a press on a message of a topic leads. */
const PLACES: Readonly<Record<DuePush['topic'], RouteId>> = {
  games: 'home',
  bets: 'office_history',
  messages: 'office_support',
}

/** Joins push messages with the brands, the feed and the rounds by which they are found and sent. */
export function createPushWiring({ database, brands, keyRing, fetch: send = fetch, ...ports }: PushWiringPorts) {
  const { db } = database
  const { clock, log } = ports
  const all = { ...ports, db, fetch: send, box: createSecretBox(keyRing) }
  const devices = createPushDevices(all)
  const messages = createPushMessages(all)
  const offer = createFeedOffer({ door: forFeed(db), now: clock, shareMs: 0, nowMs: () => performance.now() })
  const standing = (gameId: number) =>
    offer.gameStatus({ gameId, count: 1, except: { line: [], live: [] } }).catch(() => null)
  const sources = createPushSources(all, messages, standing)
  const sender = createPushSender(all, devices, messages)

  async function runBrand(brandId: string): Promise<void> {
    const site = await siteOfBrand(brands, brandId)
    if (site.config.application.push.isOffered) await sources.find(brandId)
    await sender.sendDue(brandId, pushBrand(site))
    await messages.clean(brandId)
  }

  /** Finds and sends what is new, in all brands; one brand's trouble does not keep the others'. */
  async function run(): Promise<void> {
    for (const brandId of await brandsWithPushDevices(db))
      await runBrand(brandId).catch((error: unknown) =>
        logFailure(log, error, { brandId }, 'push: a brand was left as it is'),
      )
  }

  const rounds = createRounds(
    'push',
    () => run().catch((error: unknown) => logFailure(log, error, {}, 'push: the database could not be read')),
    EVERY_MS,
  )
  return { handlers: pushHandlers(devices), rounds: { ...rounds, run } }
}

/** What the sender has to know of a brand. */
function pushBrand(site: ResolvedSite): PushBrand {
  const { application, global, support } = site.config
  const { isOffered, quietFrom, quietUntil } = application.push
  const [host] = site.manifest.hosts
  return {
    ...{ isOffered, quietFrom, quietUntil, timeZone: global.timeZone },
    subject: support.email ? `mailto:${support.email}` : `https://${host ?? `${site.brandId}.localhost`}`,
    text: (message, language) => textFor(site, message, language),
  }
}

function textFor(site: ResolvedSite, message: Pick<DuePush, 'template' | 'params' | 'topic'>, asked: string): PushText {
  // A language that the brand has given up since.
  const language = site.languages.includes(asked) ? asked : site.config.global.defaultLanguage
  const text = textWriter(language, pageTexts(site, language))
  const { template, params, topic } = message
  return {
    title: text(`push.${template}_title`, params),
    body: text(`push.${template}_body`, params),
    dir: site.config.global.languages[language]?.direction ?? 'ltr',
    path: buildPath(PLACES[topic], {}, language),
    icon: appIconPath(site, 'any-192'),
  }
}
