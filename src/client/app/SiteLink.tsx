import { Link } from 'react-router'
import { splitLanguage } from '#machines/site/language.rules.ts'
import type { LinkProps } from '#renderers/site/link.tsx'
import { useApp } from './app-context.ts'

/** A link of the site. Pages in the same language are followed by the router; another language is another document, since
 *  its texts and direction are; other sites are left alone. */
export function SiteLink({ to, ...rest }: LinkProps) {
  const { state, site } = useApp()
  if (!to.startsWith('/')) return <a href={to} rel={to.startsWith('#') ? undefined : 'noopener noreferrer'} {...rest} />
  const { language } = splitLanguage(to)
  const isOtherDocument = language !== state.visitor.language || !(language in site.config.global.languages)
  return <Link to={to} reloadDocument={isOtherDocument} {...rest} />
}
