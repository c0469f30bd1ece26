import { type BrandLook, brands, isEachStoryInEachBrand } from 'virtual:brand-themes'
import { run } from 'axe-core'
import { type DrawnPage, readDrawnPage } from './drawn-page.ts'

/** How a page of a brand is set: what a story is shown, and checked, in. */
export interface Variant {
  readonly brand: string
  readonly scheme: string
  readonly direction: string
}

/** The parts of a brand's composition that a story may choose against the brand: `{ header: 'split' }`. */
export type Composition = Partial<Record<keyof BrandLook['variants'], string | undefined>>

/** A colour that is still on its way to the next brand's would be measured as neither. */
const STANDSTILL = '*, ::before, ::after { transition: none !important; animation: none !important }'

const themeSheet = document.head.appendChild(document.createElement('style'))

/** Every brand in both schemes and both directions; the second differs from the first in both, so that the last two seldom
 *  show what has not been judged. */
const VARIANTS: readonly Variant[] = Object.keys(brands).flatMap((brand) => [
  { brand, scheme: 'light', direction: 'ltr' },
  { brand, scheme: 'dark', direction: 'rtl' },
  { brand, scheme: 'light', direction: 'rtl' },
  { brand, scheme: 'dark', direction: 'ltr' },
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
 * Checks contrast, touch targets and width of what is mounted in the variants. All other rules are alike in all of them.
 * @param isBrandless whether the story looks the same in every brand, so that one is enough
 * @throws Error that names the story and each variant with its faults
 */
export async function checkVariants(story: string, composition: Composition, isBrandless: boolean): Promise<void> {
  const standstill = document.head.appendChild(document.createElement('style'))
  standstill.textContent = STANDSTILL
  const faults: string[] = []
  const judged = new Set<string>()
  let before: Variant | undefined
  const isMeant = ({ brand }: Variant) => (isBrandless ? brand === '_base' : isCheckedIn(story, brand))
  for (const variant of VARIANTS.filter(isMeant)) {
    applyVariant(variant, composition)
    const mayHaveResized = variant.brand !== before?.brand || variant.direction !== before.direction
    if (mayHaveResized) await afterNextFrame()
    const found = await faultsOf(readDrawnPage(), judged)
    faults.push(...found.map((fault) => `${variant.brand} ${variant.scheme} ${variant.direction}: ${fault}`))
    before = variant
  }
  standstill.remove()
  if (faults.length > 0) throw new Error(`${story}\n${faults.join('\n')}`)
}

/** Whether a story is checked in a brand. Many stories draw the same parts: where time is short each is checked in every second
 *  brand, two neighbours of a file seldom in the same ones. */
function isCheckedIn(story: string, brand: string): boolean {
  const turn = [...story].reduce((sum, letter) => sum + letter.charCodeAt(0), Object.keys(brands).indexOf(brand))
  return isEachStoryInEachBrand || turn % 2 === 0
}

/** Resolves when what observes its size has drawn itself anew, e.g. the navigation. */
function afterNextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))
}

/** Has axe judge what has not been drawn like this before: colours seldom hang on the direction, places on the scheme. */
async function faultsOf({ paint, crowd, overflowPx }: DrawnPage, judged: Set<string>): Promise<string[]> {
  const rules = [
    ...(judged.has(paint) ? [] : ['color-contrast']),
    ...(crowd === null || judged.has(crowd) ? [] : ['target-size']),
  ]
  judged.add(paint).add(crowd ?? '')
  const wide = overflowPx > 0 ? [`the page is ${overflowPx} px wider than its window`] : []
  if (rules.length === 0) return wide
  const { violations } = await run(document.body, {
    runOnly: { type: 'rule', values: rules },
    resultTypes: ['violations'],
    preload: false,
  })
  const violated = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id} at ${node.target.join(' ')}: ${node.failureSummary}`),
  )
  return [...wide, ...violated]
}
