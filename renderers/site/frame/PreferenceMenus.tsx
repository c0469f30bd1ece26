import { press } from '#machines/site/events/press.rules.ts'
import { Dropdown } from '../../shell/Dropdown.tsx'
import { DropdownItem } from '../../shell/DropdownItem.tsx'
import { useLanguage, useText } from '../texts.tsx'

/** A language in which the site can be read. */
export interface LanguageChoice {
  /** BCP 47 tag, e.g. `pt-BR`. */
  readonly code: string
  /** The language's own name for itself. */
  readonly name: string
  /** The same page in that language. */
  readonly to: string
}

/** The colour scheme that a player asked for; `system` follows the device. */
export type SchemeChoice = 'light' | 'dark' | 'system'

const SCHEME_ICONS: Record<SchemeChoice, string> = { light: 'sun', dark: 'moon', system: 'monitor' }
const SCHEMES = ['light', 'dark', 'system'] as const satisfies readonly SchemeChoice[]

/** Props of {@link LanguageMenu}. */
export interface LanguageMenuProps {
  readonly languages: readonly LanguageChoice[]
}

/** The languages of the site as links to the same page; nothing when there is no choice. */
export function LanguageMenu({ languages }: LanguageMenuProps) {
  const t = useText()
  const { language } = useLanguage()
  if (languages.length < 2) return null
  const code = language.slice(0, 2).toUpperCase()
  const name = languages.find((choice) => choice.code === language)?.name ?? language
  return (
    <Dropdown
      trigger={{ kind: 'plain', icon: 'globe', children: code }}
      label={t('shell.language_choice', { language: name, code })}
      alignment="end"
    >
      <ul>
        {languages.map((choice) => (
          <li key={choice.code}>
            <DropdownItem
              to={choice.to}
              language={choice.code}
              isCurrent={choice.code === language}
              mark={press('language_chosen', choice.code)}
            >
              {choice.name}
            </DropdownItem>
          </li>
        ))}
      </ul>
    </Dropdown>
  )
}

/** Props of {@link SchemeMenu}. */
export interface SchemeMenuProps {
  readonly scheme: SchemeChoice
  readonly onChoose: (scheme: SchemeChoice) => void
}

/** Light, dark, or what the device asks for. */
export function SchemeMenu({ scheme, onChoose }: SchemeMenuProps) {
  const t = useText()
  return (
    <Dropdown
      trigger={{ kind: 'plain', icon: SCHEME_ICONS[scheme] }}
      label={t('shell.scheme_choice', { scheme: t(`shell.scheme_${scheme}`) })}
      alignment="end"
    >
      {SCHEMES.map((choice) => (
        <DropdownItem
          key={choice}
          icon={SCHEME_ICONS[choice]}
          isCurrent={choice === scheme}
          mark={press('scheme_chosen', choice)}
          onPress={() => onChoose(choice)}
        >
          {t(`shell.scheme_${choice}`)}
        </DropdownItem>
      ))}
    </Dropdown>
  )
}
