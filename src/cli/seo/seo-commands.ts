import { parseArgs } from 'node:util'
import type { SeoAuditOutput } from '#schemas'
import { say } from '../command-text.ts'
import type { Command, CommandIo } from '../commands.ts'
import { commandLine } from '../usages.ts'
import { auditSite } from './audit.ts'
import { createSiteReader } from './site-reader.ts'

const OPTIONS = {
  json: { type: 'boolean' },
  language: { type: 'string', multiple: true },
  most: { type: 'string' },
} as const

/** Pages of a sitemap that are read when nothing is said. */
const MOST_PAGES = 200

/** `livery seo audit ADDRESS`: crawls a site that is served.
 *  @returns 0 without a fault, 1 with any, 2 when nothing was read */
async function auditCommand(args: readonly string[], io: CommandIo): Promise<number> {
  const wish = readArguments(args)
  if (!wish) return refuse(io, say('cli.usage_alone', { usage: commandLine('seo', 'audit') }))
  const { origin, isJson, languages, mostPages } = wish
  try {
    const found = await auditSite({ origin, read: createSiteReader(origin), languages, mostPages })
    io.stdout(isJson ? `${JSON.stringify(found, null, 2)}\n` : reportOf(found))
    return found.faults.length > 0 ? 1 : 0
  } catch (error) {
    return refuse(io, say('seo.unreachable', { address: origin.origin, why: (error as Error).message }))
  }
}

function readArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
    const origin = URL.parse(positionals[0] ?? '')
    const mostPages = Number(values.most ?? MOST_PAGES)
    if (!origin || !/^https?:$/.test(origin.protocol) || positionals.length !== 1) return null
    if (!Number.isSafeInteger(mostPages) || mostPages < 1) return null
    return { origin, mostPages, isJson: values.json === true, languages: values.language ?? [] }
  } catch {
    return null
  }
}

function reportOf({ pages, links, faults }: SeoAuditOutput): string {
  const lines = faults.map(
    ({ code, address, other }) => `${code.padEnd(20)} ${address}${other === null ? '' : `  ${other}`}`,
  )
  return `${[...lines, say('seo.audited', { pages, links, faults: faults.length })].join('\n')}\n`
}

function refuse(io: CommandIo, message: string): number {
  io.stderr(`${say('cli.refusal', { noun: 'seo', message })}\n`)
  return 2
}

/** The verbs of `livery seo`. */
export const seoCommands: Readonly<Record<string, Command>> = { audit: auditCommand }
