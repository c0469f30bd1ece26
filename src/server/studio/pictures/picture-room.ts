import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { splitLanguage } from '#machines/site/language.rules.ts'
import { routesAt } from '#machines/site/routes/routes.ts'
import type { BrandPicturePage } from '#schemas'
import { BASE_ID } from '../../site/brands/brand-files.ts'
import { loadBrandSchemas } from '../../site/brands/brand-schemas.ts'
import { openTree } from '../../site/check/check-brand.ts'
import { createResolvedSite } from '../../site/resolved-site.ts'
import { type BrandContents, readContents, sha256 } from '../brand-contents.ts'
import { writeContents } from '../life/check-contents.ts'
import { manifestIn, withManifest } from '../life/revision-mark.rules.ts'
import { StudioFailure } from '../studio-failure.ts'
import { type AskedSite, type SiteAnswer, siteOn } from './asked-site.ts'
import { drawnMarkup, isDrawnOtherwise, linksOf } from './drawn-page.rules.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { seedPaths } from './page-addresses.ts'

/** Two states of a brand, and where the folders are that they build upon. */
export interface ComparedStates {
  readonly before: BrandContents
  readonly after: BrandContents
  readonly brandsDir: string
  readonly baseDir: string
}

/** Two states of a brand side by side, served by a server of their own with one made-up match day that stands still. */
export interface PictureRoom {
  readonly languages: readonly string[]
  /** The pages of a language that are drawn otherwise in the one state than in the other. */
  readonly pages: (language: string) => Promise<readonly BrandPicturePage[]>
  /** The address of a page in a state. */
  readonly addressOf: (side: PictureSide, path: string) => string
  readonly close: () => Promise<void>
}

/** Which of two states. */
export type PictureSide = 'before' | 'after'

/** The earlier state is there twice: what differs between the two is no difference of the states. */
const IDS = { before: 'picture-before', again: 'picture-again', after: 'picture-after' } as const
type Copy = keyof typeof IDS
type Sites = Readonly<Record<Copy, AskedSite>>
type Looks = Readonly<Record<Copy, SiteAnswer>>
/** A match day that hardly moves, so that nothing but the brand makes a difference. */
const STILL_FEED = 'simulator:seed=7,speed=0.0001'
const AT_ONCE = 4
/** A language with more pages than this is not walked to its end. */
const MOST_PAGES = 300
const FAILED = 400
const BROKEN = 500
/** How often, and for how long, the home pages are looked at until so many looks in a row show the same. */
const LOOK_EVERY_MS = 500
const LOOKS_ALIKE = 3
const MOST_LOOKS = 20
/** Guests share a page for a second, so that sooner the same answers would come again. */
const SECOND_LOOK_MS = 1500

/** Opens the room; it takes some seconds. @throws StudioFailure pictures.unserved when a state has problems that keep it from being served */
export async function openPictureRoom(states: ComparedStates): Promise<PictureRoom> {
  const root = await mkdtemp(join(tmpdir(), 'livery-states-'))
  let server: OwnServer | undefined
  const close = async (): Promise<void> => {
    await server?.stop()
    await rm(root, { recursive: true, force: true })
  }
  try {
    await placeStates(root, states)
    server = await startOwnServer(root, {}, STILL_FEED)
    const { url } = server
    const sites = { before: siteOn(url, IDS.before), again: siteOn(url, IDS.again), after: siteOn(url, IDS.after) }
    const seeds = await seedsOf(root, states.baseDir)
    await settleDraws(sites)
    const walk = createWalk(states, sites, seeds.paths)
    return {
      languages: seeds.languages,
      pages: walk,
      addressOf: (side, path) => `http://${IDS[side]}.localhost:${url.port}${path}`,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Lays both states and what they build upon into a directory of their own. */
async function placeStates(root: string, { before, after, brandsDir }: ComparedStates): Promise<void> {
  const parents = new Set<string>()
  for (const [side, contents] of [['before', before] as const, ['again', before] as const, ['after', after] as const]) {
    // Hosts belong to the brand that is served to players, and the number of a revision is no part of its looks.
    const own = withManifest(contents, { id: IDS[side], hosts: [], revision: 1 })
    await writeContents(join(root, IDS[side]), own)
    for (let parent = manifestIn(own)?.extends; isOther(parent, parents); ) {
      parents.add(parent)
      await cp(join(brandsDir, parent), join(root, parent), { recursive: true })
      const files = await readContents(join(root, parent))
      parent = files ? manifestIn(files)?.extends : undefined
    }
  }
}

function isOther(parent: unknown, known: ReadonlySet<string>): parent is string {
  return typeof parent === 'string' && parent !== BASE_ID && !known.has(parent)
}

async function seedsOf(brandsDir: string, baseDir: string) {
  const schemas = await loadBrandSchemas()
  const tree = openTree({ brandsDir, baseDir, schemas, ids: Object.values(IDS) })
  const [languages, paths] = [new Set<string>(), new Set<string>()]
  for (const id of Object.values(IDS)) {
    const branch = await tree.branchOf(id)
    if (!branch) throw new StudioFailure('pictures.unserved')
    const site = createResolvedSite(branch.level, schemas, () => undefined)
    for (const language of site.languages) languages.add(language)
    for (const path of seedPaths(site)) paths.add(path)
  }
  return { languages: [...languages], paths: [...paths] }
}

/** Waits until the home pages stay the same: each brand begins its draws when it is first asked for.
 *  @throws StudioFailure pictures.unserved */
async function settleDraws(sites: Sites): Promise<void> {
  const homes = () => Promise.all(Object.values(sites).map(homeOf))
  if ((await homes()).some(({ status }) => status >= BROKEN)) throw new StudioFailure('pictures.unserved')
  let [last, alike] = ['', 0]
  for (let look = 0; look < MOST_LOOKS && alike < LOOKS_ALIKE; look += 1) {
    const drawn = (await homes()).map(({ body }) => drawnMarkup(body, (path) => path)).join('\n')
    alike = drawn === last ? alike + 1 : 1
    last = drawn
    await delay(LOOK_EVERY_MS)
  }
}

/** The home page, to which the bare address of a site leads. */
async function homeOf(site: AskedSite) {
  const bare = await site.ask('/')
  return bare.location === null ? bare : site.ask(new URL(bare.location, 'http://site.invalid').pathname)
}

/** Walks the pages of a language once: those that have an address of their own, and one of each kind to which they lead. */
function createWalk(states: ComparedStates, sites: Sites, seeds: readonly string[]): PictureRoom['pages'] {
  const walked = new Map<string, Promise<readonly BrandPicturePage[]>>()
  const drawnOf = (side: Copy, html: string) =>
    drawnMarkup(html.replaceAll(IDS[side], 'brand'), (path) => {
      const bytes = states[side === 'after' ? 'after' : 'before'].get(`assets/${path}`)
      return bytes ? sha256(bytes) : 'inherited'
    })
  const look = async (path: string): Promise<Looks> => {
    const [before, again, after] = await Promise.all([
      sites.before.ask(path),
      sites.again.ask(path),
      sites.after.ask(path),
    ])
    return { before, again, after }
  }
  const lookAgain = (path: string) => delay(SECOND_LOOK_MS).then(() => look(path))
  const isOtherwise = ({ before, again, after }: Looks) =>
    isDrawnOtherwise(drawnOf('before', before.body), drawnOf('again', again.body), drawnOf('after', after.body))
  const walk = async (language: string): Promise<readonly BrandPicturePage[]> => {
    const queue = seeds.filter((path) => splitLanguage(path).language === language)
    const routes = new Set(queue.map(routeOf))
    const pages: BrandPicturePage[] = []
    const visit = async (path: string): Promise<void> => {
      const first = await look(path)
      const { before, after } = first
      const route = routeOf(path)
      const [was, is] = [before.status < FAILED, after.status < FAILED]
      for (const link of [...linksOf(before.body), ...linksOf(after.body)]) {
        const to = routeOf(link)
        if (to === '' || routes.has(to) || splitLanguage(link).language !== language) continue
        routes.add(to)
        queue.push(link)
      }
      if (!(was || is) || route === '' || before.location !== null || after.location !== null) return
      if (was !== is) pages.push({ path, route, kind: is ? 'added' : 'removed' })
      // A second look tells a difference of the states from a minute that has passed, or a game that came, between two answers.
      else if (isOtherwise(first) && isOtherwise(await lookAgain(path))) pages.push({ path, route, kind: 'changed' })
    }
    for (let at = 0; at < Math.min(queue.length, MOST_PAGES); at += AT_ONCE)
      await Promise.all(queue.slice(at, at + AT_ONCE).map(visit))
    const places = new Map(queue.map((path, index) => [path, index]))
    return pages.sort((one, other) => (places.get(one.path) ?? 0) - (places.get(other.path) ?? 0))
  }
  return (language) => {
    const known = walked.get(language) ?? walk(language)
    walked.set(language, known)
    known.catch(() => walked.delete(language))
    return known
  }
}

/** The route of an address; empty for one of none. */
function routeOf(path: string): string {
  return routesAt(splitLanguage(path).rest)[0] ?? ''
}
