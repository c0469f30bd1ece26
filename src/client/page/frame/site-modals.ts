import type { NavItem } from '#renderers/site/frame/HeaderNav.tsx'
import type { PromoModal } from '#schemas'
import type { App } from '../app-context.ts'
import { menuItems } from '../frame.selectors.ts'
import { inOrder, isShown, linkTarget } from '../paths.ts'

/** A dialog of the brand, by the name that an address calls it. */
export interface SiteModal {
  readonly name: string
  readonly modal: PromoModal
}

/** The dialogs of the brand that this visitor may be shown now, in the brand's order: those of its promotions (CFG-18), among them
 *  the pop-up of the agents in its countries alone (CFG-34). */
export function siteModals(app: App): readonly SiteModal[] {
  const { promo, 'third-party': thirdParty } = app.site.config
  const { agentPopup, agentPopupCountries } = thirdParty
  const isHere = agentPopupCountries.includes(app.state.visitor.country)
  return inOrder(promo.modals)
    .map(({ id, ...modal }) => ({ name: id, modal }))
    .filter(({ name, modal }) => isShown(app, modal) && (name !== agentPopup || isHere))
}

/** The dialog that the home page opens by itself: the first that this visit has not seen. */
export function unseenModal(app: App, seen: readonly string[]): SiteModal | null {
  return siteModals(app).find(({ name, modal }) => modal.opensByItself === true && !seen.includes(name)) ?? null
}

/** The links to cash agents for this visitor (CFG-34); none outside their countries. */
export function cashAgents(app: App): readonly NavItem[] {
  const { cashAgentCountries, cashAgentLinks } = app.site.config['third-party']
  return cashAgentCountries.includes(app.state.visitor.country) ? menuItems(app, cashAgentLinks, '') : []
}

/** The line above the navigation (CFG-18); null where there is none for this visitor, or it leads nowhere. */
export function navigationBanner(
  app: App,
): { readonly text: string; readonly icon: string; readonly to: string } | null {
  const banner = app.site.config.promo.navigationBanner
  const to = banner && isShown(app, banner) ? linkTarget(app, banner) : null
  return banner && to ? { text: app.texts.t(banner.textKey), icon: banner.icon ?? 'gift', to } : null
}
