import { isJsonObject, type JsonValue, pointerStep } from '#machines/site/merge-patch.rules.ts'
import type { BrandProblem, RouteId } from '#schemas'
import { BASE_ID } from '../brands/brand-files.ts'
import { type BrandLevel, locateFault, type ResolvedDocument } from '../brands/brand-level.ts'
import { addressFault, type LinkFault, type LinkGround, linkGround, routeFault } from '../faults/link-faults.ts'
import { headingFault } from './check-pages.ts'

/** A link as a document of the configuration writes it. */
interface WrittenLink {
  /** Pointer of the object or, for an address, of its value. */
  readonly pointer: string
  readonly routeId?: RouteId
  readonly params?: Readonly<Record<string, string>>
  readonly href?: string
}

/** Links of menus, banners, cards, forms and the like that lead nowhere (OPS-21, OPS-24). What the engine's own folder links to and a
 *  brand has switched off is no warning: it is left out as it should be. */
export function checkLinks(level: BrandLevel): readonly BrandProblem[] {
  const ground = linkGround(level)
  if (!ground) return []
  return [...level.documents].flatMap(([path, document]) =>
    linksOf(document)
      .flatMap((link) => linkProblem(level, ground, path, link))
      .filter((problem) => problem.level === 'problem' || problem.brand !== BASE_ID),
  )
}

function linkProblem(
  level: BrandLevel,
  ground: LinkGround,
  path: string,
  { pointer, routeId, params, href }: WrittenLink,
): readonly BrandProblem[] {
  if (routeId !== undefined) {
    const fault = routeFault(ground, { routeId, params: params ?? {}, takesParams: takesParams(path, pointer) })
    if (!fault) return []
    const below = fault.parameter === undefined ? '/routeId' : `/params/${pointerStep(fault.parameter)}`
    return located(level, path, pointer + below, fault)
  }
  const found = href === undefined ? null : addressFault(ground, href, 'problem')
  if (!found) return []
  if ('message' in found) return located(level, path, pointer, found)
  const fault = headingFault(level, ground, found, ground.languages)
  return fault ? located(level, path, pointer, fault) : []
}

function located(level: BrandLevel, path: string, pointer: string, fault: LinkFault): readonly BrandProblem[] {
  const { parameter: _parameter, ...rest } = fault
  return locateFault(level, path, { ...rest, pointer })
}

/** Cards, rules and links of forms name a page alone. */
function takesParams(path: string, pointer: string): boolean {
  return !path.startsWith('registration/') && !/\/cards\/|^\/rules\//.test(pointer)
}

const known = new WeakMap<ResolvedDocument, readonly WrittenLink[]>()

/** The links of a document; looked up once for all brands that share it. */
function linksOf(document: ResolvedDocument): readonly WrittenLink[] {
  const found = known.get(document) ?? [...writtenLinks(document.value, '')]
  known.set(document, found)
  return found
}

/** Keys that hold addresses; a place of the site begins with a slash. */
const ADDRESS_KEYS = ['href', 'url']

function writtenLinks(value: JsonValue, pointer: string): readonly WrittenLink[] {
  if (!isJsonObject(value)) return []
  const { routeId, params } = value
  const own: WrittenLink[] =
    typeof routeId === 'string'
      ? [
          {
            pointer,
            routeId: routeId as RouteId,
            ...(isJsonObject(params) ? { params: params as Record<string, string> } : {}),
          },
        ]
      : ADDRESS_KEYS.flatMap((key) => {
          const href = value[key]
          return typeof href === 'string' && href.startsWith('/') ? [{ pointer: `${pointer}/${key}`, href }] : []
        })
  return [
    ...own,
    ...Object.entries(value).flatMap(([key, child]) => writtenLinks(child, `${pointer}/${pointerStep(key)}`)),
  ]
}
