import type { SeoAuditSite, SeoFault } from '#schemas'
import { type PageMarks, pageMarks } from './page-marks.ts'
import type { SiteReader } from './site-reader.ts'

/** What of a site is read. */
export interface AuditWish {
  readonly origin: URL
  readonly read: SiteReader
  /** Languages to read; all when empty. */
  readonly languages: readonly string[]
  /** Pages of a sitemap that are read at most. */
  readonly mostPages: number
}

interface ReadPage {
  readonly path: string
  readonly marks: PageMarks
}

type Code = SeoFault['code']

const OK = 200
const REDIRECT = 300
const REFUSED = 400
/** Requests at a time. */
const AT_ONCE = 4

/** What a crawl of a site found. */
export type SiteAudit = Omit<SeoAuditSite, 'site'>

/** Crawls a site from its sitemaps and says what search engines would hold against it (SEO-17). What has left the sitemaps or the pages
 *  by the end of the crawl, such as a game that ended, is no fault.
 *  @throws what the reader throws, such as where nothing answers */
export async function auditSite(wish: AuditWish): Promise<SiteAudit> {
  const faults: SeoFault[] = []
  const report = (code: Code, address: string, other: string | null = null) => faults.push({ code, address, other })
  const paths = await listedPaths(wish, report)
  const read = await inParallel(paths, (path) => readPage(wish, path, report))
  const pages = read.filter((page) => page !== null)
  for (const page of pages) checkPage(page, wish.origin, report)
  checkTogether(pages, wish.origin, report)
  const links = await checkLinks(pages, wish, report)
  await checkMissing(pages, wish, report)
  return { pages: pages.length, links, faults: await lastingFaults(faults, wish) }
}

type Report = (code: Code, address: string, other?: string | null) => void

/** The paths of all sitemaps, each once. */
async function listedPaths({ read, languages, mostPages, origin }: AuditWish, report: Report): Promise<string[]> {
  const index = await read('/sitemap.xml')
  if (index.status !== OK) report('not_served', '/sitemap.xml', String(index.status))
  const files = locations(index.body).filter(
    (file) => languages.length === 0 || languages.some((language) => file.endsWith(`-${language}.xml`)),
  )
  const paths = new Set<string>()
  for (const file of files) {
    const { status, body } = await read(pathOf(file, origin) ?? file)
    if (status !== OK) report('not_served', file, String(status))
    for (const address of locations(body).slice(0, mostPages)) paths.add(pathOf(address, origin) ?? address)
  }
  return [...paths]
}

/** Faults of an address that matter only while a sitemap lists it. */
const OF_LISTED: ReadonlySet<Code> = new Set(['not_served', 'leads_elsewhere', 'not_listed', 'orphan'])
/** Faults of a link that matter only while its page has it. */
const OF_LINKS: ReadonlySet<Code> = new Set(['link_broken', 'link_leads_on'])

/** Leaves out faults of what changed while the site was read: boards and games come and go. */
async function lastingFaults(faults: readonly SeoFault[], wish: AuditWish): Promise<SeoFault[]> {
  if (!faults.some(({ code }) => OF_LISTED.has(code) || OF_LINKS.has(code))) return [...faults]
  const listed = new Set(await listedPaths(wish, () => undefined))
  const lasting = await inParallel(faults, async (fault) => {
    const { code, address, other } = fault
    if (OF_LISTED.has(code)) return address.includes('sitemap') || listed.has(address) ? fault : null
    if (!OF_LINKS.has(code)) return fault
    const { status, body } = await wish.read(address)
    const target = other?.split(' ')[0]
    const isThere = pageMarks(body).links.some((link) => pathOf(link, wish.origin)?.split('#')[0] === target)
    return status === OK && !isThere ? null : fault
  })
  return lasting.filter((fault) => fault !== null)
}

/** A name that no page, sport, championship or game has. */
const NOWHERE = 'livery-audit-nowhere'

/** Asks beside each page for one that never was: an answer as of a page is a soft 404, however it looks. */
async function checkMissing(pages: readonly ReadPage[], { read, origin }: AuditWish, report: Report): Promise<void> {
  const places = new Set(pages.map(({ path }) => path.replace(/\/[^/]*$/, '')))
  await inParallel([...places], async (place) => {
    const path = `${place}/${NOWHERE}`
    const first = await read(path)
    const next = first.location === null ? null : pathOf(first.location, origin)
    const { status } = next === null ? first : await read(next)
    if (status < REFUSED) report('soft_404', path, next ?? String(status))
  })
}

const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address)

/** The path of an address of the site; null for one of another site, or that no crawler follows. */
function pathOf(address: string, origin: URL): string | null {
  const url = URL.parse(address, origin.href)
  return url?.origin === origin.origin ? url.pathname + url.search : null
}

async function readPage({ read }: AuditWish, path: string, report: Report): Promise<ReadPage | null> {
  const { status, location, body } = await read(path)
  if (status >= REDIRECT && status < REFUSED) report('leads_elsewhere', path, location)
  else if (status !== OK) report('not_served', path, String(status))
  return status === OK ? { path, marks: pageMarks(body) } : null
}

/** What a page says of itself. */
function checkPage({ path, marks }: ReadPage, origin: URL, report: Report): void {
  if (!marks.isListed) report('not_listed', path)
  if (marks.title === '') report('title_missing', path)
  if (marks.isListed && marks.description === '') report('description_missing', path)
  if (marks.isListed && pathOf(marks.canonical ?? '', origin) !== path) report('canonical_wrong', path, marks.canonical)
  for (const statement of marks.statements)
    if (!isStatement(statement)) report('statement_broken', path, statement.slice(0, 80))
}

function isStatement(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && '@context' in value && '@type' in value
  } catch {
    return false
  }
}

/** What pages say of each other: no title twice in a language, an alternate in every language of the site, each naming the page back. */
function checkTogether(pages: readonly ReadPage[], origin: URL, report: Report): void {
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const languages = new Set(['x-default', ...pages.flatMap(({ marks }) => Object.keys(marks.alternates))])
  const titles = new Map<string, string>()
  for (const { path, marks } of pages.filter(({ marks }) => marks.isListed)) {
    const key = `${path.split('/')[1]} ${marks.title}`
    const former = titles.get(key)
    if (former !== undefined) report('title_twice', path, former)
    else titles.set(key, path)
    for (const language of languages) if (!marks.alternates[language]) report('alternate_missing', path, language)
    for (const address of Object.values(marks.alternates)) {
      const other = byPath.get(pathOf(address, origin) ?? '')
      if (!other?.marks.isListed) continue
      const back = Object.values(other.marks.alternates).some((one) => pathOf(one, origin) === path)
      if (!back) report('alternate_one_way', path, other.path)
    }
  }
}

/** Asks for what pages link to, and looks for pages that none links to. @returns how many addresses were asked for */
async function checkLinks(pages: readonly ReadPage[], { origin, read }: AuditWish, report: Report): Promise<number> {
  const listed = new Set(pages.map(({ path }) => path))
  const from = new Map<string, string>()
  for (const { path, marks } of pages)
    for (const link of marks.links) {
      const to = pathOf(link, origin)?.split('#')[0]
      if (to && to !== path && !from.has(to)) from.set(to, path)
    }
  for (const { path } of pages) if (!from.has(path) && path.split('/').length > 2) report('orphan', path)
  const others = oncePerForm([...from.keys()].filter((to) => !listed.has(to)))
  await inParallel(others, async (to) => {
    const { status, location } = await read(to)
    if (status >= REFUSED) report('link_broken', from.get(to) ?? '', `${to} ${status}`)
    if (status >= REDIRECT && status < REFUSED && location !== null) {
      const next = await read(pathOf(location, origin) ?? '/')
      if (next.status >= REDIRECT) report('link_leads_on', from.get(to) ?? '', `${to} ${location}`)
    }
  })
  return others.length
}

/** Addresses of which no two differ in the values of their query alone: a link to the sign-in names the page that it stands on, and is the
 *  same link on all of them. */
function oncePerForm(addresses: readonly string[]): string[] {
  const formOf = (address: string) => {
    const [path = '', query = ''] = address.split('?')
    return `${path}?${[...new URLSearchParams(query).keys()].join('&')}`
  }
  return [...new Map(addresses.toReversed().map((address) => [formOf(address), address])).values()].toReversed()
}

async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as Item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return results
}
