import type { BettingConfig, CyberConfig, GameFilter, GameSection } from '#schemas'
import { sportsOfSection } from './menu-sections.ts'

/** The promo sections that the brand offers, in its order. */
export function offeredHomeSections({ homeSections }: Pick<BettingConfig, 'homeSections'>): readonly string[] {
  return Object.entries(homeSections)
    .filter(([, { games, isAvailable }]) => games && isAvailable !== false)
    .sort(([, one], [, other]) => one.order - other.order)
    .map(([id]) => id)
}

/** Dictionary key of a section's title. */
export function sectionTitleKey(id: string, { titleKey }: Pick<GameSection, 'titleKey'>): string {
  return titleKey ?? `board.section_${id.replaceAll('-', '_')}`
}

/** Sports that a filter means, by themselves and by menu sections; undefined when it says nothing of sports. */
export function sportsOfFilter({ sports, menuSections }: GameFilter): readonly number[] | undefined {
  if (!sports && !menuSections) return undefined
  return [...new Set([...(sports ?? []), ...(menuSections ?? []).flatMap(sportsOfSection)])]
}

/** Dictionary key of the name of a cyber section (SPORT-16): the configured prefix and the label of its type, which is its own name
 *  where it has none. `('site.cyber_', shooters → 'shooters')` → `'site.cyber_shooters'` */
export function cyberSectionKey({ labelPrefix, typeLabels }: CyberConfig, type: string): string {
  return labelPrefix + (Object.hasOwn(typeLabels, type) ? typeLabels[type] : type)
}

/** The cyber sections that the brand offers, in its order: those whose menu section is shown too. */
export function offeredCyberSections(
  { sections }: Pick<CyberConfig, 'sections'>,
  { menuSections }: Pick<BettingConfig, 'menuSections'>,
) {
  return Object.entries(sections)
    .filter(([, { isAvailable, menuSection }]) => isAvailable !== false && menuSections.includes(menuSection))
    .sort(([, one], [, other]) => one.order - other.order)
    .map(([id, section]) => ({ ...section, id }))
}
