import { useLocation } from 'react-router'
import { splitLanguage } from '#machines/site/language.rules.ts'
import { ROUTES, routesAt } from '#machines/site/routes/routes.ts'
import { Dialog } from '#renderers/shell/Dialog.tsx'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../page/app-context.ts'
import { offeredPath } from '../page/paths.ts'
import { shellPort } from '../page/shell-port.ts'
import { useTerms } from './use-terms.ts'

/** What one should read before one accepts, where the brand has it. */
const PAGES = ['confirm_terms', 'main_rules', 'privacy_policy'] as const

/** Asks a player to accept the terms in force when their version has changed (INFO-1), over any page but those on which the terms are
 *  read. Until then nothing can be staked or paid in; who does not accept can leave. */
export function TermsQuestion() {
  const app = useApp()
  const t = useText()
  const { pathname } = useLocation()
  const { answer, isSending, hasFailed, accept } = useTerms(true)
  if (answer === null || answer.isAccepted || isReadable(pathname)) return null
  return (
    <Dialog
      isOpen
      title={t('shell.terms_title')}
      okLabel={t('shell.terms_accept')}
      closeLabel={t('shell.reality_leave')}
      buttons={['ok', 'close']}
      hasCross={false}
      isBusy={isSending}
      onClose={(way) => {
        if (way === 'ok-button') accept()
        if (way === 'close-button') void shellPort.signOut()
      }}
    >
      <p>{t('shell.terms_text', { version: answer.version ?? '' })}</p>
      {hasFailed ? <p role="alert">{t('shell.terms_failed')}</p> : null}
      <p>
        {PAGES.map((routeId) => {
          const path = offeredPath(app, routeId)
          return path ? (
            <ButtonLink key={routeId} kind="plain" to={path}>
              {t(`site.page_${routeId}`)}
            </ButtonLink>
          ) : null
        })}
      </p>
    </Dialog>
  )
}

/** Whether a page is one of information, on which the terms are read, or one for talking with the support. */
function isReadable(pathname: string): boolean {
  return routesAt(splitLanguage(pathname).rest).some(
    (routeId) => ROUTES[routeId].kind === 'information' || routeId === 'office_support',
  )
}
