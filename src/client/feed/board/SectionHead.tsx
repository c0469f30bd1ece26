import { offeredSection } from '#machines/site/routes/offered-section.rules.ts'
import type { SectionPage } from '#machines/site/routes/section-routes.ts'
import { Icon } from '#renderers/site/Icon.tsx'
import { useLink } from '#renderers/site/link.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { FeedHead, type FeedHeadProps } from '../FeedHead.tsx'
import { FeedBanner, FeedChip, FeedStrip } from '../FeedParts.tsx'
import { sectionPath, sectionTitle } from './section.selectors.ts'

/** The pages of a section that its own menu leads to, beside its first. */
const PAGES = [
  ['events', 'board.section_page_events'],
  ['champs', 'board.section_page_champs'],
  ['news', 'board.section_page_news'],
  ['broadcasts', 'board.section_page_broadcasts'],
  ['favorites', 'board.favorites_title'],
  ['search', 'board.search_title'],
] as const

/** Props of {@link SectionHead}. */
export interface SectionHeadProps extends Pick<FeedHeadProps, 'trail'> {
  readonly section: string
  /** Which of the section's pages it is; none of its menu when left out. */
  readonly page?: SectionPage
  /** The title where it is not the section's own. */
  readonly title?: string
}

/** The head of a page of a section: its banner on the first page, and the way to its other pages. */
export function SectionHead({ section, page, title, trail }: SectionHeadProps) {
  const app = useApp()
  const t = useText()
  const Link = useLink()
  const { textKey, icon = 'trophy' } = offeredSection(app.site.config.betting, section) ?? {}
  const name = sectionTitle(app, section)
  const home = sectionPath(app, section)
  const final = section === 'champions' ? sectionPath(app, 'champions_final') : null
  const links = [
    { id: 'home', label: name, to: home },
    ...PAGES.map(([id, text]) => ({ id, label: t(text), to: sectionPath(app, section, id) })),
    { id: 'final', label: t('board.section_champions_final'), to: final },
  ].flatMap(({ to, ...link }) => (to ? [{ ...link, to }] : []))
  const up = page === 'home' || !home ? [] : [{ id: 'section', label: name, to: home }]
  return (
    <>
      <FeedHead title={title ?? name} trail={trail ?? up} />
      {page === 'home' && textKey && (
        <FeedBanner>
          <Icon name={icon} size={32} />
          <p>{t(textKey)}</p>
        </FeedBanner>
      )}
      {links.length > 1 && (
        <nav aria-label={name}>
          <FeedStrip>
            {links.map((link) => (
              <li key={link.id}>
                <FeedChip as={Link} to={link.to} aria-current={link.id === page ? 'page' : undefined}>
                  {link.label}
                </FeedChip>
              </li>
            ))}
          </FeedStrip>
        </nav>
      )}
    </>
  )
}
