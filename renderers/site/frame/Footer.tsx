import { shownArea } from '#machines/site/recording/shown-areas.rules.ts'
import { Icon } from '../Icon.tsx'
import { useLink } from '../link.tsx'
import { useText } from '../texts.tsx'
import { type BrandIdentity, BrandLogo, type BrandPicture } from './BrandLogo.tsx'
import styles from './Footer.module.css'
import type { NavItem } from './HeaderNav.tsx'
import { type LanguageChoice, LanguageMenu, SchemeMenu, type SchemeMenuProps } from './PreferenceMenus.tsx'

/** A titled column of links. */
export interface FooterColumn {
  readonly id: string
  readonly title: string
  readonly items: readonly NavItem[]
}

/** A mark of a payment method or a partner. */
export interface FooterMark extends BrandPicture {
  readonly id: string
  readonly name: string
  readonly to?: string
}

/** Who may run this site, and under whose supervision. */
export interface FooterLicence {
  /** The licence in full words, as the regulator wants it. */
  readonly text: string
  /** Where the holder is registered. */
  readonly address?: string
  /** The regulator's page of this licence. */
  readonly to?: string
  /** The regulator's seal, with its name. */
  readonly seal?: BrandPicture & { readonly name: string }
}

/** A network where the brand is. */
export interface FooterNetwork {
  readonly id: string
  /** What it is for; empty where the address says it. */
  readonly label: string
  readonly value: string
  readonly to: string
  readonly icon: string
}

/** Props of {@link Footer}. */
export interface FooterProps {
  readonly brand: BrandIdentity
  readonly columns: readonly FooterColumn[]
  readonly paymentMarks?: readonly FooterMark[]
  readonly partnerMarks?: readonly FooterMark[]
  readonly licence?: FooterLicence | undefined
  readonly networks?: readonly FooterNetwork[]
  /** Least age of a player, in years; without it no mark is shown. */
  readonly minimumAge?: number | undefined
  /** The small print: what playing asks of the player. */
  readonly text: string
  /** The page about playing responsibly. */
  readonly responsiblePath?: string | undefined
  /** Line of copyright. */
  readonly copyright: string
  readonly languages?: readonly LanguageChoice[]
  readonly scheme?: SchemeMenuProps | undefined
  /** Shows the question about cookies again; absent where it is not asked. */
  readonly onCookieChoice?: (() => void) | undefined
  /** Begins to install the site as an app; absent where the browser cannot install it. */
  readonly onInstall?: (() => void) | undefined
}

/** The foot of every page: links to the rules, marks, licence, age, languages. */
export function Footer(props: FooterProps) {
  const {
    brand,
    columns,
    paymentMarks = [],
    partnerMarks = [],
    networks = [],
    languages = [],
    scheme,
    copyright,
    onCookieChoice,
    onInstall,
  } = props
  const t = useText()
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.top}>
          <div className={styles.brand}>
            <BrandLogo {...brand} />
            <MarkRow label={t('shell.payment_methods')} marks={paymentMarks} />
            <MarkRow label={t('shell.partners')} marks={partnerMarks} />
            <NetworkRow networks={networks} />
            <div className={styles.preferences}>
              <LanguageMenu languages={languages} />
              {scheme && <SchemeMenu {...scheme} />}
            </div>
          </div>
          <div className={styles.columns}>
            {columns.map((column) => (
              <FooterLinks key={column.id} {...column} />
            ))}
          </div>
        </div>
        <FooterLegal {...props} />
        <div className={styles.closing}>
          <p className={styles.copyright}>{copyright}</p>
          {onInstall && (
            <button type="button" className={styles.link} onClick={onInstall}>
              {t('shell.install_open')}
            </button>
          )}
          {onCookieChoice && (
            <button type="button" className={styles.link} onClick={onCookieChoice}>
              {t('shell.consent_settings')}
            </button>
          )}
        </div>
      </div>
    </footer>
  )
}

function FooterLinks({ id, title, items }: FooterColumn) {
  const Link = useLink()
  const titleId = `footer-${id}`
  return (
    <nav aria-labelledby={titleId} {...shownArea('footer')}>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <Link to={item.to} className={styles.link}>
              {item.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function MarkRow({ label, marks }: { label: string; marks: readonly FooterMark[] }) {
  const Link = useLink()
  if (marks.length === 0) return null
  return (
    <ul className={styles.marks} aria-label={label}>
      {marks.map(({ id, name, to, ...picture }) => {
        const image = <img className={styles.mark} alt={name} loading="lazy" {...picture} />
        return <li key={id}>{to ? <Link to={to}>{image}</Link> : image}</li>
      })}
    </ul>
  )
}

function NetworkRow({ networks }: { networks: readonly FooterNetwork[] }) {
  const t = useText()
  const Link = useLink()
  if (networks.length === 0) return null
  return (
    <ul className={styles.marks} aria-label={t('shell.networks')}>
      {networks.map(({ id, label, value, to, icon }) => (
        <li key={id}>
          <Link to={to} className={styles.network} rel="noopener" target="_blank">
            <Icon name={icon} size={20} />
            {label || value}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function FooterLegal({ licence, minimumAge, text, responsiblePath }: FooterProps) {
  const t = useText()
  const Link = useLink()
  return (
    <div className={styles.legal}>
      {minimumAge !== undefined && (
        <span className={styles.age} dir="ltr" role="img" aria-label={t('shell.minimum_age', { age: minimumAge })}>
          {minimumAge}+
        </span>
      )}
      {licence?.seal && <LicenceSeal {...licence.seal} />}
      <div className={styles.legalText}>
        {licence && (
          <p>
            <bdi>{licence.text}</bdi> {licence.address && <bdi>{licence.address}</bdi>}{' '}
            {licence.to && (
              <Link to={licence.to} className={styles.legalLink} rel="noopener" target="_blank">
                {t('shell.licence_check')} <Icon name="external" size={12} />
              </Link>
            )}
          </p>
        )}
        <p>
          {text}{' '}
          {responsiblePath && (
            <Link to={responsiblePath} className={styles.legalLink}>
              {t('shell.responsible_link')}
            </Link>
          )}
        </p>
      </div>
    </div>
  )
}

function LicenceSeal({ name, ...picture }: NonNullable<FooterLicence['seal']>) {
  return <img className={styles.seal} alt={name} loading="lazy" {...picture} />
}
