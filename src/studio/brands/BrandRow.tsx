import { Link } from 'react-router'
import type { StudioBrandCard } from '#schemas'
import { say } from '../app/studio-texts.ts'
import { ActionLink } from '../parts/ActionButton.tsx'
import { Mark } from '../parts/Mark.tsx'
import { BrandPicture } from './BrandPicture.tsx'
import styles from './BrandRow.module.css'

/** A brand in the list. */
export function BrandRow({ brand }: { readonly brand: StudioBrandCard }) {
  const { id, name, address, revision, parent, colours } = brand
  return (
    <li className={styles.row}>
      <BrandPicture colours={colours} />
      <div className={styles.words}>
        <div className={styles.names}>
          <Link to={`/brands/${id}`} className={styles.name}>
            {name}
          </Link>
          <code className={styles.id}>{id}</code>
        </div>
        <a href={address} target="_blank" rel="noreferrer" className={styles.address}>
          {address.replace(/^https?:\/\//, '')}
        </a>
        <p className={styles.facts}>
          {revision > 0 ? say('brands.revision', { number: revision }) : say('brands.no_revision')}
          {parent !== '_base' && ` · ${say('brands.parent', { parent })}`}
        </p>
      </div>
      <Health brand={brand} />
      <div className={styles.actions}>
        <ActionLink to={`/brands/${id}/desk`} kind="quiet" glyph="people" isSmall>
          {say('desk.open')}
        </ActionLink>
        <ActionLink to={`/brands/${id}/history`} kind="quiet" glyph="history" isSmall>
          {say('brands.history')}
        </ActionLink>
        <ActionLink to={`/brands/${id}`} glyph="edit" isSmall>
          {say('brands.edit')}
        </ActionLink>
      </div>
    </li>
  )
}

/** Whether a brand is served as it is, and what waits to be published. */
function Health({ brand: { problems, warnings, edits } }: { readonly brand: StudioBrandCard }) {
  return (
    <div className={styles.health}>
      {problems > 0 ? (
        <span title={say('brands.problems_hint')}>
          <Mark tone="problem">{say('brands.problems', { count: problems })}</Mark>
        </span>
      ) : (
        <Mark tone="good">{say('brands.live')}</Mark>
      )}
      {warnings > 0 && <Mark tone="warning">{say('brands.warnings', { count: warnings })}</Mark>}
      {edits > 0 && <Mark tone="accent">{say('brands.edits', { count: edits })}</Mark>}
    </div>
  )
}
