import type { BrandProblem } from '#schemas'
import { type BrandLayer, readLayer } from '../../site/brands/brand-layer.ts'
import type { BrandLevel } from '../../site/brands/brand-level.ts'
import type { BrandSchemas } from '../../site/brands/brand-schemas.ts'
import type { SecretLookup } from '../../site/brands/brand-secrets.ts'
import type { BrandGround, BrandStore, SiteAnswer } from '../../site/brands/brand-store.ts'
import { BrandTree } from '../../site/brands/brand-tree.ts'
import { branchFindings, isProblem } from '../../site/check/check-brand.ts'
import { withOwnFiles } from '../../site/own-files.ts'
import { createResolvedSite, type ResolvedSite } from '../../site/resolved-site.ts'
import { draftFolder } from './draft-folder.ts'

/** A draft as it is now, and its site as it was when the check last found no problem. */
export interface DraftState {
  readonly level: BrandLevel
  readonly schemas: BrandSchemas
  /** Problems and warnings of the draft as it is now. */
  readonly findings: readonly BrandProblem[]
  /** Null when the draft never was without problems. */
  readonly site: ResolvedSite | null
}

export interface DraftSitePorts {
  readonly brands: Pick<BrandStore, 'ground'>
  readonly draftsDir: string
  readonly secretOf: SecretLookup
  /** Hosts of studios: they may show the sites in a frame. */
  readonly studioHosts: readonly string[]
}

/** The sites of drafts. */
export interface DraftSites {
  /** The draft of a brand, or without one the live brand; null when there is no such brand. What did not change since the last
   *  look is not read again. */
  readonly stateOf: (brand: string) => Promise<DraftState | null>
  /** The site of a draft for a page; `broken` when it never was without problems. */
  readonly siteOf: (brand: string) => Promise<SiteAnswer>
}

interface Held extends DraftState {
  readonly layer: BrandLayer
}

/** Drafts kept in memory: a draft that is looked at again is read again. */
const MOST_HELD = 50

/** Resolves drafts upon the live folders of their parents, as the live store resolves brands. */
export function createDraftSites(ports: DraftSitePorts): DraftSites {
  const held = new Map<string, Held>()
  const stateOf = async (brand: string): Promise<DraftState | null> => {
    const fresh = await look(ports, brand, held.get(brand))
    held.delete(brand)
    if (!fresh) return null
    held.set(brand, fresh)
    const [oldest] = held.keys()
    if (held.size > MOST_HELD && oldest !== undefined) held.delete(oldest)
    return fresh
  }
  return {
    stateOf,
    siteOf: async (brand) => {
      const state = await stateOf(brand)
      if (!state) return { status: 'unknown-host' }
      if (state.site) return { status: 'ok', site: state.site }
      return { status: 'broken', problems: state.findings.filter(isProblem) }
    },
  }
}

async function look(ports: DraftSitePorts, brand: string, before: Held | undefined): Promise<Held | null> {
  const ground = await ports.brands.ground()
  const { schemas } = ground
  const own = await readLayer(draftFolder(ports.draftsDir, brand), brand, schemas, before?.layer)
  const layer = own ?? (await ground.layerOf(brand))
  const branch = layer && (await treeWith(ground, layer).branchOf(brand))
  if (!branch) return null
  if (before?.level === branch.level) return before
  const findings = branchFindings(branch, schemas)
  const isSound = !findings.some(isProblem)
  const site = isSound ? previewed(createResolvedSite(branch.level, schemas, ports.secretOf), ports) : before?.site
  return { layer, level: branch.level, schemas, findings, site: site ?? null }
}

/** The brands as they are, but one of them with another folder. */
function treeWith({ schemas, layerOf, knownIds }: BrandGround, own: BrandLayer): BrandTree {
  return new BrandTree({ schemas, knownIds, layerOf: (id) => (id === own.id ? Promise.resolve(own) : layerOf(id)) })
}

/** A draft as its preview serves it: nobody else has its files, so no content-delivery host is asked for them. */
function previewed(site: ResolvedSite, { studioHosts }: DraftSitePorts): ResolvedSite {
  return Object.freeze({ ...withOwnFiles(site), preview: { studioHosts } })
}
