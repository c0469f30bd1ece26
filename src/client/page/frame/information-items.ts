import type { NavItem } from '#renderers/site/frame/HeaderNav.tsx'
import type { App } from '../app-context.ts'
import { menuItems } from '../frame.selectors.ts'
import { cashAgents } from './site-modals.ts'

/** What the information of the brand leads to: the pages of its menu, and to agents who take and give cash for visitors of their countries
 *  (CFG-34). Of entries that lead to the same place the first is shown. */
export function informationItems(app: App, pathname: string): readonly NavItem[] {
  const items = [...menuItems(app, app.site.config.information.menu, pathname), ...cashAgents(app)]
  return [...new Map(items.toReversed().map((item) => [item.to, item])).values()].toReversed()
}
