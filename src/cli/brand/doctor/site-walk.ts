import type { BrandDoctorFinding } from '#schemas'
import type { AskedSite, SiteAnswer } from '#server/studio/pictures/asked-site.ts'
import { say } from '../../command-text.ts'
import { type PageFacts, pageFacts, shownKeys } from './page-facts.ts'

/** What a walk through a site has found. */
export interface WalkedSite {
  readonly pages: number
  readonly links: number
  readonly findings: readonly BrandDoctorFinding[]
  /** Which page each request was for, by the id that the server gave it. */
  readonly requests: ReadonlyMap<string, string>
}

/** A page or a part of pages, as it was answered. */
interface Visited {
  readonly status: number
  readonly facts: PageFacts | null
}

const AT_ONCE = 4
/** A site of games may lead on without an end. */
const MOST_ADDRESSES = 5000
const FAILED = 400

/** Opens the pages of a site, and all that they lead to and are made of, each once.
 *  @param seeds pages that have to be there  @param isKey whether a word is the key of a text */
export async function walkSite(
  site: AskedSite,
  seeds: readonly string[],
  isKey: (key: string) => boolean,
): Promise<WalkedSite> {
  const visited = new Map<string, Visited>()
  const requests = new Map<string, string>()
  const queue: string[] = []
  const enqueue = (address: string) => {
    const path = pathOf(address)
    if (queue.length < MOST_ADDRESSES && !queue.includes(path)) queue.push(path)
  }
  for (const seed of seeds) enqueue(seed)
  const visit = async (path: string): Promise<void> => {
    const answer = await site.ask(path)
    if (answer.requestId) requests.set(answer.requestId, path)
    const facts = isPage(answer) ? pageFacts(answer.body) : null
    visited.set(path, { status: answer.status, facts })
    for (const address of [...(facts?.links ?? []), ...(facts?.parts ?? [])])
      if (!address.startsWith('#')) enqueue(address)
    if (answer.location?.startsWith('/')) enqueue(answer.location)
  }
  for (let at = 0; at < queue.length; ) {
    const next = queue.slice(at, at + AT_ONCE)
    at += next.length
    await Promise.all(next.map(visit))
  }
  const pages = [...visited].filter(([, { facts }]) => facts !== null)
  const findings = [
    ...seeds.flatMap((seed) => statusFinding(seed, visited)),
    ...pages.flatMap(([path, { facts }]) => (facts ? pageFindings(path, facts, visited, isKey, seeds) : [])),
  ]
  return { pages: pages.length, links: visited.size, findings: distinct(findings), requests }
}

function isPage({ status, body }: SiteAnswer): boolean {
  return status < FAILED && /^\s*(?:<!doctype html>\s*)?<html\b/i.test(body)
}

/** An address without what chooses among the things of its page: that would be as many pages as there are choices. */
function pathOf(address: string): string {
  return address.split(/[?#]/)[0] ?? address
}

function statusFinding(path: string, visited: ReadonlyMap<string, Visited>): readonly BrandDoctorFinding[] {
  const status = visited.get(path)?.status ?? 0
  if (status < FAILED) return []
  return [{ kind: 'status', page: path, found: String(status), mend: say('brand.doctor_mend_status') }]
}

function pageFindings(
  page: string,
  { links, parts, words, anchors }: PageFacts,
  visited: ReadonlyMap<string, Visited>,
  isKey: (key: string) => boolean,
  seeds: readonly string[],
): readonly BrandDoctorFinding[] {
  const isDead = (address: string) => (visited.get(pathOf(address))?.status ?? 0) >= FAILED
  const dead = [...links, ...parts].filter((address) => !address.startsWith('#') && isDead(address))
  const lost = links.filter((address) => {
    const [, anchor = ''] = address.split('#')
    const path = pathOf(address)
    const there = path === '' ? anchors : visited.get(path)?.facts?.anchors
    return anchor !== '' && there !== undefined && !there.has(decodeURIComponent(anchor))
  })
  return [
    ...dead
      .filter((address) => !seeds.includes(pathOf(address)))
      .map((found) => ({ kind: 'dead-link' as const, page, found, mend: say('brand.doctor_mend_link') })),
    ...lost.map((found) => ({ kind: 'dead-anchor' as const, page, found, mend: say('brand.doctor_mend_anchor') })),
    ...shownKeys(words, isKey).map((found) => ({
      ...{ kind: 'missing-text' as const, page, found },
      mend: say('brand.doctor_mend_text', { key: found }),
    })),
  ]
}

/** One finding of each kind for each thing that is wrong, at the first page that has it. */
function distinct(findings: readonly BrandDoctorFinding[]): readonly BrandDoctorFinding[] {
  const first = new Map<string, BrandDoctorFinding>()
  for (const finding of findings) {
    const key = `${finding.kind} ${finding.kind === 'status' ? finding.page : finding.found}`
    if (!first.has(key)) first.set(key, finding)
  }
  return [...first.values()]
}
