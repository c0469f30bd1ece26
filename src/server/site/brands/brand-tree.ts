import { isJsonObject } from '#machines/site/merge-patch.rules.ts'
import { nearest } from '#machines/site/nearest.rules.ts'
import type { BrandProblem } from '#schemas'
import { problemAt } from '../check/check-layer.ts'
import { quoted } from '../faults/problem-words.ts'
import { BASE_ID } from './brand-files.ts'
import type { BrandLayer } from './brand-layer.ts'
import { type BrandLevel, resolveLevel } from './brand-level.ts'
import type { BrandSchemas } from './brand-schemas.ts'
import type { UncheckedManifest } from './brand-versions.ts'

/** Where the folders of a tree come from. */
export interface TreePorts {
  readonly schemas: BrandSchemas
  /** The folder of a brand as it is now; null when there is none. */
  readonly layerOf: (id: string) => Promise<BrandLayer | null>
  /** Ids that `extends` may have meant. */
  readonly knownIds: () => Promise<readonly string[]>
}

/** A brand with its parents, and what is wrong with the way they hang together. */
export interface Branch {
  readonly level: BrandLevel
  readonly problems: readonly BrandProblem[]
}

/** The last resolution of each folder; it holds as long as folder and parents are the same. */
const resolved = new WeakMap<BrandLayer, BrandLevel>()

/** Brand folders joined by `extends`. What two brands share is resolved once. */
export class BrandTree {
  readonly #ports: TreePorts

  constructor(ports: TreePorts) {
    this.#ports = ports
  }

  /** A brand upon its parents as the folders are now; null when it has no folder. A parent that is unknown, or is the
   *  brand's own descendant, is a problem, and the engine's own defaults replace it.
   *  @throws Error when the engine's own folder is missing */
  async branchOf(id: string): Promise<Branch | null> {
    const layer = await this.#ports.layerOf(id)
    if (!layer) return null
    const chain: BrandLayer[] = [layer]
    const problems: BrandProblem[] = []
    while (chain[0] && chain[0].id !== BASE_ID) chain.unshift(await this.#parentOf(chain, problems))
    let level: BrandLevel | null = null
    for (const own of chain) level = this.#levelOf(own, level)
    return level && { level, problems }
  }

  async #parentOf(chain: readonly BrandLayer[], problems: BrandProblem[]): Promise<BrandLayer> {
    const child = chain[0] as BrandLayer
    const parentId = parentIdOf(child)
    const cycle = chain.findIndex((layer) => layer.id === parentId)
    if (cycle >= 0) problems.push(cycleProblem(chain.slice(0, cycle + 1)))
    else {
      const parent = await this.#ports.layerOf(parentId)
      if (parent) return parent
      problems.push(unknownParent(child, parentId, await this.#ports.knownIds()))
    }
    const base = await this.#ports.layerOf(BASE_ID)
    if (!base) throw new Error(`the engine's own brand folder ${BASE_ID} is missing`)
    return base
  }

  #levelOf(layer: BrandLayer, parent: BrandLevel | null): BrandLevel {
    const known = resolved.get(layer)
    if (known && known.parent === parent) return known
    const level = resolveLevel(layer, parent, this.#ports.schemas)
    resolved.set(layer, level)
    return level
  }
}

/** The brand whose files a folder is applied over. */
function parentIdOf(layer: BrandLayer): string {
  const value = layer.files.get('brand.json')?.source?.value
  const parentId = isJsonObject(value) ? (value as UncheckedManifest).extends : undefined
  return typeof parentId === 'string' ? parentId : BASE_ID
}

function unknownParent(child: BrandLayer, parentId: string, known: readonly string[]): BrandProblem {
  const suggestion = nearest(parentId, known)
  const fix =
    suggestion === null ? 'Name a folder beside this one, or leave the key out.' : `Did you mean ${quoted(suggestion)}?`
  const message = `The brand extends ${quoted(parentId)}, but there is no such brand. ${fix}`
  const fault = {
    pointer: '/extends',
    found: quoted(parentId),
    expected: 'the id of another brand',
    suggestion,
    message,
  }
  return atManifest(child, fault)
}

/** A circle is one fault, reported at the member whose id comes first, whichever member is looked at. */
function cycleProblem(circle: readonly BrandLayer[]): BrandProblem {
  const [first] = circle.toSorted((left, right) => (left.id < right.id ? -1 : 1)) as [BrandLayer]
  const start = circle.indexOf(first)
  const names = circle.map((_, offset) => circle[(start - offset + circle.length) % circle.length]?.id)
  const way = [...names, first.id].join(' → ')
  const message = `These brands extend one another in a circle (${way}), so none of them has a beginning. Let one of them extend another brand, or nothing.`
  const found = quoted(parentIdOf(first))
  return atManifest(first, {
    pointer: '/extends',
    found,
    expected: 'a brand that does not extend this one',
    suggestion: null,
    message,
  })
}

function atManifest(layer: BrandLayer, fault: Parameters<typeof problemAt>[1]): BrandProblem {
  const file = layer.files.get('brand.json')
  if (!file?.source) throw new Error(`brand ${layer.id} extends another without a brand.json`)
  return problemAt({ brand: layer.id, entry: file.entry, source: file.source }, fault)
}
