import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  discardStudioDraft,
  editStudioDraft,
  getStudioCatalogue,
  getStudioDocument,
  getStudioDraft,
  listStudioBrandNames,
  listStudioBrands,
  searchStudio,
  writeStudioAsset,
} from '#calls/studio/studio-draft.calls.ts'
import type { StudioBrandCard, StudioDraftAnswer, StudioDraftPreview } from '#schemas'
import { isAbsent } from '../../site/brands/brand-files.ts'
import type { BrandLayer } from '../../site/brands/brand-layer.ts'
import { levelsOf } from '../../site/brands/brand-level.ts'
import { isProblem } from '../../site/check/check-brand.ts'
import { dictionaryFiles } from '../../site/dictionaries.ts'
import type { ResolvedSite } from '../../site/resolved-site.ts'
import { brandsCalled, createBrandNames } from '../../studio/brand-names.ts'
import { draftChoices } from '../../studio/drafts/draft-choices.ts'
import { documentCards, documentOf } from '../../studio/drafts/draft-documents.ts'
import { editsSince, meetOthers } from '../../studio/drafts/draft-people.ts'
import { searchDraft } from '../../studio/drafts/draft-search.ts'
import type { DraftSites, DraftState } from '../../studio/drafts/draft-sites.ts'
import { type EditedDrafts, logDraftAct } from '../../studio/drafts/drafts.service.ts'
import { previewHost } from '../../studio/drafts/preview-host.ts'
import type { PreviewNames } from '../../studio/drafts/previewed-brands.ts'
import { StudioFailure } from '../../studio/studio-failure.ts'
import type { StudioPorts } from '../../studio/studio-ports.ts'
import {
  answerStudio,
  editableParts,
  hasRole,
  operatorOf,
  requirePlaces,
  requireRole,
  type StudioHandler,
  type StudioScope,
} from '../../studio/studio-scope.ts'
import { addressBeside, brandAddress } from './studio-addresses.ts'
import type { StudioFileRoute } from './studio-files.ts'

/** What the handlers of drafts are given. */
export interface DraftHandlerPorts extends StudioPorts {
  readonly drafts: EditedDrafts
  readonly sites: DraftSites
  readonly names: PreviewNames
  /** Gives the address of a draft's style sheet. */
  readonly styleOf: (site: ResolvedSite) => string
}

/** The handlers of the calls that read and edit drafts. */
export function draftHandlers(ports: DraftHandlerPorts): readonly StudioHandler[] {
  return [...brandListHandlers(ports), ...editHandlers(ports)]
}

/** Brands of one page. */
const MOST_BRANDS = 50

function brandListHandlers(ports: DraftHandlerPorts): readonly StudioHandler[] {
  const names = createBrandNames(ports.brandsDir)
  const seen = async (scope: StudioScope) => {
    const operator = operatorOf(scope)
    return (await names.all()).filter(({ id }) => hasRole(operator, 'viewer', id))
  }
  return [
    answerStudio(listStudioBrands, async ({ query: { text, page = 1 } }, scope) => {
      const all = await seen(scope)
      const found = text === undefined ? all : brandsCalled(all, String(text))
      const first = (Number(page) - 1) * MOST_BRANDS
      const shown = found.slice(first, first + MOST_BRANDS)
      const cards = await Promise.all(shown.map(({ id }) => cardOf(ports, id, scope.origin)))
      return {
        brands: cards.filter((card) => card !== null),
        total: found.length,
        isMore: found.length > first + MOST_BRANDS,
      }
    }),
    answerStudio(listStudioBrandNames, async (_input, scope) => ({
      names: (await seen(scope)).map(({ id, name }) => ({ id, name })),
    })),
  ]
}

function editHandlers(ports: DraftHandlerPorts): readonly StudioHandler[] {
  return [
    answerStudio(getStudioCatalogue, async ({ segments: { brand } }, scope) => {
      const operator = requireRole(scope, 'viewer', brand)
      const state = await knownState(ports, brand)
      const card = await cardOf(ports, brand, scope.origin)
      if (!card) throw new StudioFailure('brand.unknown', { brand })
      return {
        brand: card,
        documents: documentCards(state),
        languages: [...(state.site?.languages ?? [])],
        choices: draftChoices(state),
        preview: addressBeside(scope.origin, previewHost(brand, ports.names.ring, ports.names.domain)),
        sequence: (await ports.drafts.sequence(brand)) ?? 0,
        mayEdit: hasRole(operator, 'editor', brand),
        ...limitsOf(editableParts(operator, brand)),
        mayPublish: hasRole(operator, 'publisher', brand),
      }
    }),
    answerStudio(getStudioDocument, async ({ segments: { brand }, query: { path } }, scope) => {
      requireRole(scope, 'viewer', brand)
      const sequence = (await ports.drafts.sequence(brand)) ?? 0
      return { ...(await documentOf(await knownState(ports, brand), String(path), readText)), sequence }
    }),
    answerStudio(editStudioDraft, async ({ segments: { brand }, body: { edits, editor } }, scope) => {
      const { name } = requirePlaces(scope, brand, edits)
      const sequence = await ports.drafts.edit(brand, edits, { account: name, editor })
      return stateAnswer(ports, brand, { sequence, edits: [], people: [] })
    }),
    answerStudio(writeStudioAsset, async ({ segments: { brand }, body: { path, content, editor } }, scope) => {
      const { name } = requireRole(scope, 'editor', brand)
      const bytes = content === undefined ? undefined : bytesOf(content, path)
      const written = await ports.drafts.writeAsset(brand, { path, content: bytes }, { account: name, editor })
      return { path, sizeBytes: bytes?.byteLength ?? 0, ...(written.size ?? {}), sequence: written.sequence }
    }),
    answerStudio(getStudioDraft, async ({ segments: { brand }, query }, scope) => {
      const { name } = requireRole(scope, 'viewer', brand)
      const { since, editor, path, pointer } = query as DraftQuery
      const sequence = (await ports.drafts.sequence(brand)) ?? 0
      const people = await meetOthers(ports.door, { brand, editor, account: name, path, pointer }, ports.clock())
      return stateAnswer(ports, brand, {
        sequence,
        edits: [...(await editsSince(ports.door, brand, since))],
        people: [...people],
      })
    }),
    answerStudio(discardStudioDraft, async ({ segments: { brand } }, scope) => {
      const { name } = requireRole(scope, 'editor', brand)
      await ports.drafts.discard(brand)
      await logDraftAct(ports, { account: name, brand, act: 'draft.discarded' })
      return { isDone: true }
    }),
    answerStudio(searchStudio, async ({ segments: { brand }, query: { text } }, scope) => {
      requireRole(scope, 'viewer', brand)
      return { hits: searchDraft(await knownState(ports, brand), String(text)) }
    }),
  ]
}

/** @throws StudioFailure asset.refused when the text is no Base64 */
function bytesOf(content: string, path: string): Uint8Array {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(content))
    throw new StudioFailure('asset.refused', { path, reason: 'Its bytes did not arrive whole. Upload it again.' })
  return new Uint8Array(Buffer.from(content, 'base64'))
}

/** What the studio shows of pictures, by their ending: what the bytes are is known since they were checked. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  ico: 'image/x-icon',
}

/** The pictures of drafts, for the forms in which they are chosen. */
export function draftFiles(ports: Pick<DraftHandlerPorts, 'sites'>): readonly StudioFileRoute[] {
  return [
    {
      path: '/studio-api/asset/:brand/:name',
      read: async ({ brand = '', name = '' }, scope) => {
        requireRole(scope, 'viewer', brand)
        const state = await ports.sites.stateOf(brand)
        if (!state) throw new StudioFailure('brand.unknown', { brand })
        const path = `assets/${name}`
        const owner = levelsOf(state.level).findLast(({ layer }) => layer.files.get(path)?.role.kind === 'asset')
        const mediaType = MEDIA_TYPES[name.slice(name.lastIndexOf('.') + 1)]
        // A file that the check refuses, such as a picture with a script, is not shown.
        const isSound = owner?.layer.files.get(path)?.problems.length === 0
        if (!owner || !mediaType || !isSound) throw new StudioFailure('document.unknown', { path })
        return { bytes: new Uint8Array(await readFile(join(owner.layer.folder, path))), mediaType }
      },
    },
  ]
}

function limitsOf(parts: readonly string[] | null) {
  return parts === null || parts.length === 0 ? {} : { editableParts: [...parts] }
}

interface DraftQuery {
  readonly since: number
  readonly editor: string
  readonly path?: string
  readonly pointer?: string
}

async function knownState({ sites }: DraftHandlerPorts, brand: string): Promise<DraftState> {
  const state = await sites.stateOf(brand)
  if (!state) throw new StudioFailure('brand.unknown', { brand })
  return state
}

async function stateAnswer(
  ports: DraftHandlerPorts,
  brand: string,
  known: Pick<StudioDraftAnswer, 'sequence' | 'edits' | 'people'>,
): Promise<StudioDraftAnswer> {
  const state = await knownState(ports, brand)
  const isBehind = await ports.drafts.isBehind(brand)
  const preview = state.site ? { preview: previewOf(state.site, ports) } : {}
  return { ...known, problems: [...state.findings], isBehind, ...preview }
}

function previewOf(site: ResolvedSite, { styleOf }: DraftHandlerPorts): StudioDraftPreview {
  return {
    site: site.publicSite,
    theme: styleOf(site),
    dictionaries: Object.fromEntries(site.languages.map((language) => [language, dictionaryFiles(site, language)])),
  }
}

const readText = async (layer: BrandLayer, path: string): Promise<string | undefined> => {
  try {
    return await readFile(join(layer.folder, path), 'utf8')
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

/** A brand as the list shows it; null when its folder has gone. */
async function cardOf(ports: DraftHandlerPorts, id: string, origin: string): Promise<StudioBrandCard | null> {
  const state = await ports.sites.stateOf(id)
  const { layer } = state?.level ?? {}
  if (!state || !layer) return null
  const problems = state.findings.filter(isProblem).length
  const { manifest } = layer
  return {
    id,
    name: manifest?.name ?? id,
    parent: manifest?.extends ?? '_base',
    address: brandAddress(origin, id, manifest?.hosts ?? []),
    hosts: [...(manifest?.hosts ?? [])],
    revision: manifest?.revision ?? 0,
    problems,
    warnings: state.findings.length - problems,
    edits: (await ports.drafts.sequence(id)) ?? 0,
    colours: coloursOf(state.site),
  }
}

/** Accent, canvas and text of the light scheme, as the style sheet has them. */
function coloursOf(site: ResolvedSite | null): string[] {
  const names = ['--color-accent', '--color-canvas', '--color-on-canvas']
  return names.flatMap((name) => site?.theme.css.match(new RegExp(`${name}:\\s*(#[0-9a-f]{3,8})`, 'i'))?.[1] ?? [])
}
