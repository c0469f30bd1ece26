import { type BrandLook, brands } from 'virtual:brand-themes'
import { run } from 'axe-core'

/** How a page of a brand is set: what a story is shown, and checked, in. */
export interface Variant {
  readonly brand: string
  readonly scheme: string
  readonly direction: string
}

/** The parts of a brand's composition that a story may choose against the brand: `{ header: 'split' }`. */
export type Composition = Partial<Record<keyof BrandLook['variants'], string | undefined>>

/** Rules whose outcome depends on the brand's colours and measures; all others are alike in every variant. */
const RULES_OF_LOOKS = ['color-contrast', 'target-size']
/** A colour that is still on its way to the next brand's would be measured as neither. */
const STANDSTILL = '*, ::before, ::after { transition: none !important; animation: none !important }'

const themeSheet = document.head.appendChild(document.createElement('style'))

/** Every brand in both schemes and both directions: contrast hangs on the scheme, a target's size on the direction. */
const VARIANTS: readonly Variant[] = Object.keys(brands).flatMap((brand) => [
  { brand, scheme: 'light', direction: 'ltr' },
  { brand, scheme: 'dark', direction: 'rtl' },
])

/** Sets the page in a variant: the brand's style sheet, and the attributes that the server would write. */
export function applyVariant({ brand, scheme, direction }: Variant, composition: Composition = {}): void {
  const look = brands[brand]
  if (look === undefined) throw new Error(`the brands folder has no ${brand}/theme.tokens.json`)
  themeSheet.textContent = look.css
  const root = document.documentElement
  root.dir = direction
  root.lang = direction === 'rtl' ? 'ar' : 'en'
  root.dataset.scheme = scheme
  for (const name of ['header', 'card', 'button', 'board'] as const) {
    root.dataset[name] = composition[name] || look.variants[name]
  }
}

/**
 * Checks contrast and touch targets of what is mounted in every variant.
 * @throws Error that names the story and each variant with its faults
 */
export async function checkVariants(story: string, composition: Composition): Promise<void> {
  const standstill = document.head.appendChild(document.createElement('style'))
  standstill.textContent = STANDSTILL
  const faults: string[] = []
  for (const variant of VARIANTS) {
    applyVariant(variant, composition)
    await afterNextFrame()
    faults.push(...(await faultsOf(variant)))
  }
  standstill.remove()
  if (faults.length > 0) throw new Error(`${story}\n${faults.join('\n')}`)
}

/** Resolves when what observes its size has drawn itself anew, e.g. the navigation. */
function afterNextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))
}

async function faultsOf({ brand, scheme, direction }: Variant): Promise<string[]> {
  const { violations } = await run(document.body, {
    runOnly: { type: 'rule', values: RULES_OF_LOOKS },
    resultTypes: ['violations'],
    preload: false,
  })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${brand} ${scheme} ${direction}: ${id} at ${node.target.join(' ')}: ${node.failureSummary}`),
  )
}
