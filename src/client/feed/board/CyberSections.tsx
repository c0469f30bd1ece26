import { MenuTiles } from '#renderers/site/content/MenuTiles.tsx'
import { useLink } from '#renderers/site/link.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { CyberConfig } from '#schemas'
import { FeedChip, FeedCount, FeedStrip } from '../FeedParts.tsx'

/** A section of cyber sports on its screens. */
export interface CyberSectionItem {
  readonly id: string
  readonly label: string
  readonly to: string
  readonly icon: string
  /** Games of it that are played or ahead. */
  readonly count: number
  readonly isCurrent: boolean
}

/** Props of {@link CyberSections}. */
export interface CyberSectionsProps {
  /** 1 is a row of names, 2 are tiles with icons (CFG-19). */
  readonly version: CyberConfig['version']
  readonly items: readonly CyberSectionItem[]
}

/** The sections of cyber sports, as the brand's version of the screens shows them. */
export function CyberSections({ version, items }: CyberSectionsProps) {
  const t = useText()
  const Link = useLink()
  const label = t('board.cyber_sections')
  if (version === 2)
    return (
      <MenuTiles
        label={label}
        items={items.map(({ count, ...item }) => ({ ...item, label: `${item.label} · ${count}` }))}
      />
    )
  return (
    <nav aria-label={label}>
      <FeedStrip>
        {items.map(({ id, label: name, to, count, isCurrent }) => (
          <li key={id}>
            <FeedChip as={Link} to={to} aria-current={isCurrent ? 'page' : undefined}>
              {name}
              <FeedCount>{count}</FeedCount>
            </FeedChip>
          </li>
        ))}
      </FeedStrip>
    </nav>
  )
}
