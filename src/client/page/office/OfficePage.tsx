import type { ReactNode } from 'react'
import { useMatches } from 'react-router'
import { PageHeading } from '#renderers/site/PageHeading.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { RouteId } from '#schemas'
import { useApp } from '../app-context.ts'
import { offeredPath } from '../paths.ts'
import styles from './office.module.css'
import { officeTrail } from './office-menu.selectors.ts'

/** Props of {@link OfficePage}. */
export interface OfficePageProps {
  readonly title: string
  /** What the player comes here for. */
  readonly text?: string | undefined
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A screen of the office: its place in the menu, its heading, and what it is for. */
export function OfficePage({ title, text, actions, children }: OfficePageProps) {
  const app = useApp()
  const t = useText()
  const shown = useMatches().at(-1)?.id as RouteId
  const top = offeredPath(app, 'office')
  const way = officeTrail(app, shown)
  const trail = top === null ? way : [{ id: 'office', label: t('office.title'), to: top }, ...way]
  return (
    <div className={styles.page}>
      <PageHeading title={title} text={text} trail={trail} actions={actions} />
      {children}
    </div>
  )
}
