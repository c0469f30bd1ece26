import { Icon } from '#renderers/site/Icon.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { Panel } from '../../page/office/OfficeParts.tsx'
import styles from './limits.module.css'
import { helpersIn } from './limits.selectors.ts'

/** Who helps in the visitor's country, with their page and telephone. */
export function HelpList() {
  const { site, visitor } = useApp()
  const t = useText()
  const helpers = helpersIn(site.config.responsible.helpOrganisations, visitor.geoCountryCode)
  if (helpers.length === 0) return null
  return (
    <Panel aria-labelledby="limits-help">
      <h2 id="limits-help" className={styles.heading}>
        {t('limits.help_title')}
      </h2>
      <p className={styles.text}>{t('limits.help_text')}</p>
      <ul className={styles.helpers}>
        {helpers.map(({ id, name, url, phone }) => (
          <li key={id} className={styles.helper}>
            <a className={styles.link} href={url} target="_blank" rel="noopener noreferrer">
              {name}
              <Icon name="external" size={16} />
            </a>
            {phone ? (
              <a className={styles.link} href={`tel:${phone}`} aria-label={`${name}: ${t('limits.call', { phone })}`}>
                <bdi>{t('limits.call', { phone })}</bdi>
              </a>
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
