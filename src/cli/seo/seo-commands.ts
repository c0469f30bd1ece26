import { parseArgs } from 'node:util'
import type { SeoAuditOutput, SeoAuditSite } from '#schemas'
import { BrandCommandFailure, brandsFolder } from '../brand/brand-arguments.ts'
import { knownBrands, requireBrand } from '../brand/brand-folder.ts'
import { say } from '../command-text.ts'
import type { Command, CommandIo } from '../commands.ts'
import { commandLine } from '../usages.ts'
import { auditSite } from './audit.ts'
import { createSiteReader } from './site-reader.ts'

const OPTIONS = {
  json: { type: 'boolean' },
  language: { type: 'string', multiple: true },
  most: { type: 'string' },
  server: { type: 'string' },
  brands: { type: 'string' },
} as const

/** Pages of a sitemap that are read when nothing is said. */
const MOST_PAGES = 200
const DEFAULT_PORT = '3000'

interface AuditArguments {
  /** Ids of brands, and addresses. */
  readonly named: readonly string[]
  readonly mostPages: number
  readonly isJson: boolean
  readonly languages: readonly string[]
  readonly server: URL
  readonly brandsDir: string
}

/** A site to crawl: its name in the report, the origin by which its pages know it, and the machine that is asked for it. */
interface AskedSite {
  readonly site: string
  readonly origin: URL
  readonly machine?: string
}

/** `livery seo audit [ID|ADDRESS…]`: crawls sites that are served, one after the other; all brands of the folder when none is named.
 *  @returns 0 without a fault, 1 with any, 2 when a site cannot be read */
async function auditCommand(args: readonly string[], io: CommandIo): Promise<number> {
  const wish = readArguments(args, io)
  if (!wish) return refuse(io, say('cli.usage_alone', { usage: commandLine('seo', 'audit') }))
  try {
    const sites: SeoAuditSite[] = []
    for (const asked of await askedSites(wish)) {
      sites.push(await auditOne(asked, wish))
      if (!wish.isJson) io.stdout(reportOf(sites.at(-1) as SeoAuditSite))
    }
    if (wish.isJson) io.stdout(`${JSON.stringify({ sites } satisfies SeoAuditOutput, null, 2)}\n`)
    return sites.some(({ faults }) => faults.length > 0) ? 1 : 0
  } catch (error) {
    if (error instanceof BrandCommandFailure || error instanceof Unreachable) return refuse(io, error.message)
    throw error
  }
}

/** Why a crawl stopped. */
class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

/** @throws Unreachable where nothing answers */
async function auditOne({ site, origin, machine }: AskedSite, wish: AuditArguments): Promise<SeoAuditSite> {
  const { languages, mostPages } = wish
  try {
    return { site, ...(await auditSite({ origin, read: createSiteReader(origin, machine), languages, mostPages })) }
  } catch (error) {
    throw new Unreachable(say('seo.unreachable', { address: origin.origin, why: (error as Error).message }))
  }
}

/** @throws BrandCommandFailure where the folder has no such brand */
async function askedSites({ named, server, brandsDir }: AuditArguments): Promise<AskedSite[]> {
  const asBrand = (id: string): AskedSite => {
    const port = server.port === '' ? '' : `:${server.port}`
    return { site: id, origin: new URL(`${server.protocol}//${id}.localhost${port}`), machine: server.hostname }
  }
  const addresses = named.map(addressOf)
  if (named.length > 0 && addresses.every((origin) => origin !== null))
    return addresses.map((origin, at) => ({ site: named[at] as string, origin }))
  const ids = await knownBrands(brandsDir)
  if (named.length === 0) return ids.map(asBrand)
  return named.map((name, at) => {
    const origin = addresses[at]
    if (!origin) requireBrand(name, ids)
    return origin ? { site: name, origin } : asBrand(name)
  })
}

/** An address of the web; null for anything else, such as an id. */
function addressOf(text: string): URL | null {
  const url = URL.parse(text)
  return url && /^https?:$/.test(url.protocol) ? url : null
}

function readArguments(args: readonly string[], io: CommandIo): AuditArguments | null {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
    const mostPages = Number(values.most ?? MOST_PAGES)
    const server = addressOf(values.server ?? `http://127.0.0.1:${io.env.PORT || DEFAULT_PORT}`)
    if (!Number.isSafeInteger(mostPages) || mostPages < 1 || !server) return null
    const brandsDir = brandsFolder(values.brands, io)
    const isJson = values.json === true
    return { named: positionals, mostPages, isJson, languages: values.language ?? [], server, brandsDir }
  } catch {
    return null
  }
}

function reportOf({ site, pages, links, faults }: SeoAuditSite): string {
  const lines = faults.map(
    ({ code, address, other }) => `${code.padEnd(20)} ${address}${other === null ? '' : `  ${other}`}`,
  )
  return `${[...lines, say('seo.audited', { site, pages, links, faults: faults.length })].join('\n')}\n`
}

function refuse(io: CommandIo, message: string): number {
  io.stderr(`${say('cli.refusal', { noun: 'seo', message })}\n`)
  return 2
}

/** The verbs of `livery seo`. */
export const seoCommands: Readonly<Record<string, Command>> = { audit: auditCommand }
