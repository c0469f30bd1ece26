import type { MouseEvent, ReactNode } from 'react'
import { Dropdown } from '../../shell/Dropdown.tsx'
import { DropdownItem } from '../../shell/DropdownItem.tsx'
import { Badge } from '../Badge.tsx'
import { ButtonLink } from '../Button.tsx'
import { Icon } from '../Icon.tsx'
import { useLink } from '../link.tsx'
import { useText } from '../texts.tsx'
import { type BrandIdentity, BrandLogo } from './BrandLogo.tsx'
import styles from './Header.module.css'
import { HeaderNav, type NavItem } from './HeaderNav.tsx'
import { type LanguageChoice, LanguageMenu, SchemeMenu, type SchemeMenuProps } from './PreferenceMenus.tsx'

/** A way in: a page of its own, which a press may replace by a dialog. */
export interface EntryAction {
  readonly to: string
  readonly onPress?: (event: MouseEvent<HTMLAnchorElement>) => void
}

/** Bonus money, or the way to bonuses, beside the account. */
export interface HeaderBonus {
  readonly to: string
  /** The bonus money as the page writes it; absent for a guest, who is led to what can be had. */
  readonly amount?: string
}

/** Somebody who has not signed in; an absent entry is one that the brand does not allow. */
export interface GuestVisitor {
  readonly kind: 'guest'
  readonly signIn?: EntryAction | undefined
  readonly registration?: EntryAction | undefined
  readonly bonus?: HeaderBonus | undefined
}

/** A player who has signed in. */
export interface PlayerVisitor {
  readonly kind: 'player'
  readonly accountPath: string
  /** The balance as the page writes money, e.g. `1,250.00 €`. */
  readonly balance: string
  /** Deposit page, when the player may pay in. */
  readonly depositPath?: string | undefined
  readonly unreadCount?: number
  readonly bonus?: HeaderBonus | undefined
}

/** Props of {@link Header}. */
export interface HeaderProps {
  readonly brand: BrandIdentity
  readonly homePath: string
  readonly nav: readonly NavItem[]
  /** Pages of help and rules, in small above the head. */
  readonly service?: readonly NavItem[]
  /** Most items of the navigation beside each other, and the width kept free for "more" (LAYOUT-1). */
  readonly maxVisibleItems?: number | undefined
  readonly indentPx?: number | undefined
  readonly visitor: GuestVisitor | PlayerVisitor
  readonly languages?: readonly LanguageChoice[]
  /** The colour scheme's switch; absent when the brand has one scheme. */
  readonly scheme?: SchemeMenuProps | undefined
  /** What a page adds before the account, e.g. a search. */
  readonly children?: ReactNode
}

/** The head of every page: brand, navigation, language, colour scheme and the visitor's account. */
export function Header(props: HeaderProps) {
  const {
    brand,
    homePath,
    nav,
    service = [],
    maxVisibleItems,
    indentPx,
    visitor,
    languages = [],
    scheme,
    children,
  } = props
  const Link = useLink()
  return (
    <>
      {service.length > 0 && <ServiceMenu items={service} />}
      <header className={styles.header}>
        <div className={styles.inner}>
          <PhoneMenu items={[...nav, ...service.filter(({ to }) => nav.every((item) => item.to !== to))]} />
          <Link to={homePath} className={styles.brand}>
            <BrandLogo {...brand} />
          </Link>
          <div className={styles.nav}>
            <HeaderNav items={nav} maxVisible={maxVisibleItems} indentPx={indentPx} />
          </div>
          <div className={styles.actions}>
            {children}
            <div className={styles.preferences}>
              <LanguageMenu languages={languages} />
              {scheme && <SchemeMenu {...scheme} />}
            </div>
            {visitor.kind === 'guest' ? <GuestActions {...visitor} /> : <PlayerActions {...visitor} />}
          </div>
        </div>
      </header>
    </>
  )
}

/** A quiet row that scrolls away, where the screen is wide; on a phone its entries are in the menu. */
function ServiceMenu({ items }: { items: readonly NavItem[] }) {
  const t = useText()
  const Link = useLink()
  return (
    <nav className={styles.service} data-service-menu="" aria-label={t('shell.service_navigation')}>
      <ul className={styles.serviceList}>
        {items.map((item) => (
          <li key={item.id}>
            <Link
              to={item.to}
              className={styles.serviceLink}
              aria-current={item.isCurrent ? 'page' : undefined}
              data-highlighted={item.isHighlighted || undefined}
            >
              {item.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The whole navigation behind one button, where the screen is too narrow for a row. */
function PhoneMenu({ items }: { items: readonly NavItem[] }) {
  const t = useText()
  return (
    <div className={styles.phoneMenu}>
      <Dropdown trigger={{ kind: 'plain', icon: 'menu' }} label={t('shell.menu')}>
        <nav aria-label={t('shell.main_navigation')}>
          <ul>
            {items.map((item) => (
              <li key={item.id}>
                <DropdownItem to={item.to} icon={item.icon} isCurrent={item.isCurrent ?? false}>
                  {item.label}
                </DropdownItem>
              </li>
            ))}
          </ul>
        </nav>
      </Dropdown>
    </div>
  )
}

function GuestActions({ signIn, registration, bonus }: GuestVisitor) {
  const t = useText()
  return (
    <>
      {bonus && <BonusLink {...bonus} />}
      {signIn && (
        <ButtonLink kind="quiet" to={signIn.to} onClick={signIn.onPress}>
          {t('shell.sign_in')}
        </ButtonLink>
      )}
      {registration && (
        <ButtonLink kind="primary" to={registration.to} onClick={registration.onPress}>
          {t('shell.register')}
        </ButtonLink>
      )}
    </>
  )
}

/** Bonus money stands apart from the player's own: it is not theirs yet. */
function BonusLink({ to, amount }: HeaderBonus) {
  const t = useText()
  const Link = useLink()
  return (
    <Link to={to} className={styles.bonus}>
      <Icon name="gift" />
      {amount === undefined ? (
        <span>{t('shell.bonuses')}</span>
      ) : (
        <>
          <span className="visually-hidden">{t('shell.bonus_balance')}</span>
          <bdi className={styles.balance}>{amount}</bdi>
        </>
      )}
    </Link>
  )
}

function PlayerActions({ accountPath, balance, depositPath, unreadCount = 0, bonus }: PlayerVisitor) {
  const t = useText()
  const Link = useLink()
  return (
    <>
      {bonus && <BonusLink {...bonus} />}
      <Link to={accountPath} className={styles.account}>
        <Icon name="account" />
        <span className="visually-hidden">{t('shell.account')}</span>
        <bdi className={styles.balance}>{balance}</bdi>
        {unreadCount > 0 && (
          <Badge kind="accent">
            {unreadCount}
            <span className="visually-hidden"> {t('shell.unread_messages', { count: unreadCount })}</span>
          </Badge>
        )}
      </Link>
      {depositPath && (
        <ButtonLink kind="primary" icon="plus" to={depositPath}>
          <span className={styles.wideText}>{t('shell.deposit')}</span>
        </ButtonLink>
      )}
    </>
  )
}
