/** What the sitemaps of 100,000 games cost: the time of all their files, and the memory that is held while they are written. The book is
 *  that of an embedded database in memory, the addresses are those of a shipped brand. */
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pino from 'pino'
import { BUILT_ROUTES } from '#machines/site/routes/built-routes.ts'
import { FEED_KIND, MARKET_STATUS } from '#machines/site/tables/tables.ts'
import { type FeedDoor, forFeed } from '#server/db/for-feed.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { createListedOffer } from '#server/feed/listed-games.ts'
import { createBrandStore } from '#server/site/brands/brand-store.ts'
import { siteOfBrand } from '#server/wiring/pages/site-of-brand.ts'
import { siteGames } from '#server/wiring/seo/site-map.ts'
import { createReport, type Report, shortNumber } from './report.ts'

const BRANDS = fileURLToPath(new URL('../../brands', import.meta.url))
const GAMES = 100_000
const FILE_GAMES = 45_000
const CHAMPIONSHIPS = 500
const MOST_SECONDS = 5
/** Above what is held before: a batch of games and a piece of a file. */
const MOST_HELD_MB = 64
const SAMPLE_EVERY = 5000
const MB = 1024 * 1024

/** Runs and prints the bench. */
export async function benchSitemap(): Promise<Report> {
  const report = createReport()
  const log = pino({ level: 'silent' })
  const database = await openDatabase({ dataDir: null, log })
  const brands = createBrandStore({ brandsDir: BRANDS, now: () => performance.now(), log })
  try {
    const door = forFeed(database.db)
    await fillBook(door)
    const site = await siteOfBrand(brands, 'aurora')
    const offer = createListedOffer(door, { line: [], live: [] }, () => new Date())
    const call = () => Promise.reject<never>(new Error('games need no call'))
    const source = { site, language: 'en', screens: BUILT_ROUTES, call, offer }
    global.gc?.()
    const before = process.memoryUsage().heapUsed
    let [written, bytes, held] = [0, 0, 0]
    const begunAt = performance.now()
    for (let skip = 0; skip < GAMES; skip += FILE_GAMES) {
      for await (const { path, changedOn = '' } of siteGames(source, skip, FILE_GAMES)) {
        written += 1
        bytes += path.length + changedOn.length
        if (written % SAMPLE_EVERY === 0) held = Math.max(held, process.memoryUsage().heapUsed - before)
      }
    }
    const seconds = (performance.now() - begunAt) / 1000
    report.row('addresses', shortNumber(written), `${shortNumber(bytes / MB)} MB`)
    report.holds('every game is in a file', written === GAMES)
    report.atMost('all files', seconds, MOST_SECONDS, ' s')
    report.atMost('held meanwhile', held / MB, MOST_HELD_MB, ' MB')
  } finally {
    await database.close()
  }
  return report
}

function fillBook(door: FeedDoor): Promise<void> {
  return door.write(async (tx) => {
    await sql`insert into feed.championship (sport_id, code, name)
      select 1, 'bench-' || n, 'Bench league ' || n from generate_series(1, ${CHAMPIONSHIPS}::int) as n`.execute(tx)
    await sql`insert into feed.participant (sport_id, name)
      select 1, 'Bench team ' || n from generate_series(1, ${GAMES + 1}::int) as n`.execute(tx)
    await sql`insert into feed.game (champ_id, match_date, home_id, away_id, kind, starts_at, has_start_time, status, producer,
        row_mark, changed_at)
      select league.champ_id, current_date + 1, home.participant_id, home.participant_id + 1, ${FEED_KIND.line}::int,
        now() + interval '1 day', true, ${MARKET_STATUS.BETS_ARE_BEING_ACCEPTED}::int, 'bench', '', now()
      from (select participant_id, row_number() over (order by participant_id) as place from feed.participant) as home
      join (select champ_id, row_number() over (order by champ_id) as place from feed.championship) as league
        on league.place = home.place % ${CHAMPIONSHIPS}::int + 1
      where home.place <= ${GAMES}::int`.execute(tx)
  })
}
