import type { BrandDoctorFinding, BrandDoctorOutput } from '#schemas'
import type { BrandLevel } from '#server/site/brands/brand-level.ts'
import type { BrandSchemas } from '#server/site/brands/brand-schemas.ts'
import { branchProblems } from '#server/site/check/check-brand.ts'
import { fallbackOf, missingTexts, shownTexts } from '#server/site/check/language-coverage.ts'
import { createResolvedSite } from '#server/site/resolved-site.ts'
import { findText, REFERENCE_LANGUAGE } from '#server/site/text-index.ts'
import { siteOn } from '#server/studio/pictures/asked-site.ts'
import { type ServerWarning, startOwnServer } from '#server/studio/pictures/own-server.ts'
import { seedPaths } from '#server/studio/pictures/page-addresses.ts'
import { say } from '../../command-text.ts'
import type { CommandIo } from '../../commands.ts'
import { usageOf } from '../../usages.ts'
import { type BrandArguments, BrandCommandFailure, runBrandCommand } from '../brand-arguments.ts'
import { knownBrands, openBrand, requireBrand } from '../brand-folder.ts'
import { type WalkedSite, walkSite } from './site-walk.ts'

/** `livery brand doctor <id> [--server URL]`: opens every page of every language, as the server draws it, with all that it leads to, and tells
 *  what a visitor would stumble over. Exits 1 when there is anything. */
export function doctorCommand(args: readonly string[], io: CommandIo): Promise<number> {
  const form = {
    usage: usageOf('brand', 'doctor'),
    options: ['json', 'brands', 'server'],
    positionals: [1, 1],
  } as const
  return runBrandCommand(args, io, form, async (read) => {
    const output = await examine(read, io)
    io.stdout(read.isJson ? `${JSON.stringify(output, null, 2)}\n` : report(output))
    return output.findings.length > 0 ? 1 : 0
  })
}

async function examine({ positionals, brandsDir, server }: BrandArguments, io: CommandIo): Promise<BrandDoctorOutput> {
  const [brand = ''] = positionals
  const ids = await knownBrands(brandsDir)
  requireBrand(brand, ids)
  const { branch, schemas } = await openBrand(brandsDir, brand, ids)
  const count = branchProblems(branch, schemas).length
  if (count > 0) throw new BrandCommandFailure('brand_broken', say('brand.doctor_broken', { id: brand, count }), brand)
  const { level } = branch
  const site = createResolvedSite(level, schemas, () => undefined)
  const seeds = seedPaths(site)
  const isKey = (key: string) => findText(level, REFERENCE_LANGUAGE, key) !== undefined
  const { walked, warnings } = await walkOn(server, { brand, brandsDir, io }, (url) =>
    walkSite(siteOn(url, brand), seeds, isKey),
  )
  const findings = [
    ...walked.findings,
    ...site.languages.flatMap((language) => languageFinding(level, schemas, language)),
    ...warningFindings(warnings, walked),
  ]
  return { brand, languages: [...site.languages], pages: walked.pages, links: walked.links, findings }
}

interface Asked {
  readonly brand: string
  readonly brandsDir: string
  readonly io: CommandIo
}

/** Walks on the server that is named, or on one that is started for it. */
async function walkOn(
  server: string | undefined,
  { brandsDir, io }: Asked,
  walk: (url: URL) => Promise<WalkedSite>,
): Promise<{ readonly walked: WalkedSite; readonly warnings: readonly ServerWarning[] }> {
  if (server !== undefined) {
    if (!URL.canParse(server) || !/^https?:/.test(server)) throw unreachable(server, say('brand.doctor_url'))
    try {
      return { walked: await walk(new URL(server)), warnings: [] }
    } catch (error) {
      throw isNetworkError(error) ? unreachable(server, (error as Error).message) : error
    }
  }
  const own = await startOwnServer(brandsDir, io.env).catch((error: Error) => {
    throw unreachable(say('brand.doctor_own'), error.message)
  })
  try {
    return { walked: await walk(own.url), warnings: own.warnings() }
  } finally {
    await own.stop()
  }
}

function unreachable(server: string, why: string): BrandCommandFailure {
  return new BrandCommandFailure('server_unreachable', say('brand.doctor_unreachable', { server, why }), server)
}

function isNetworkError(error: unknown): boolean {
  return error instanceof Error && typeof Reflect.get(error, 'code') === 'string'
}

/** A language that lacks texts, whether another replaces them or not. */
function languageFinding(level: BrandLevel, schemas: BrandSchemas, language: string): readonly BrandDoctorFinding[] {
  const missing = missingTexts(level, schemas, language).length
  if (missing === 0) return []
  const [all, id] = [shownTexts(level, schemas).length, level.layer.id]
  const found = say('brand.doctor_texts', { language, missing, all, fallback: fallbackOf(level, language) ?? '–' })
  return [{ kind: 'missing-text', page: `/${language}`, found, mend: say('brand.doctor_mend_texts', { id, language }) }]
}

function warningFindings(warnings: readonly ServerWarning[], { requests }: WalkedSite): readonly BrandDoctorFinding[] {
  return warnings.flatMap(({ requestId, text }) => {
    const page = requests.get(requestId)
    return page === undefined
      ? []
      : [{ kind: 'warning' as const, page, found: text, mend: say('brand.doctor_mend_warning') }]
  })
}

function report({ brand, languages, pages, links, findings }: BrandDoctorOutput): string {
  const lines = findings.map(({ kind, page, found, mend }) => `${page}\n  ${kind}: ${found}\n  ${mend}`)
  const walked = say('brand.doctor_walked', { id: brand, pages, links, languages: languages.join(', ') })
  const end = findings.length === 0 ? say('brand.doctor_sound') : say('brand.doctor_found', { count: findings.length })
  return `${[...lines, walked, end].join('\n')}\n`
}
