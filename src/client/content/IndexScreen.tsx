import { useLocation } from 'react-router'
import { PageIndex } from '#renderers/site/content/PageIndex.tsx'
import { useApp } from '../page/app-context.ts'
import { informationItems } from '../page/frame/information-items.ts'
import { ruleItems } from '../page/frame.selectors.ts'
import type { LoadedScreen, ScreenModule } from '../page/screen.ts'

const TEXTS = {
  rules: { titleKey: 'site.page_rules', textKey: 'site.rules_lead' },
  information: { titleKey: 'site.page_information', textKey: 'site.information_lead' },
} as const

/** The screen that lists all rules (CFG-16) or all information pages of `config/information.json`. */
export function screenOf(name: keyof typeof TEXTS): ScreenModule {
  const { titleKey, textKey } = TEXTS[name]
  return {
    Screen: () => {
      const app = useApp()
      const { pathname } = useLocation()
      const { t } = app.texts
      const items = name === 'rules' ? ruleItems(app, pathname) : informationItems(app, pathname)
      return <PageIndex title={t(titleKey)} text={t(textKey, { brand: app.site.name })} items={items} />
    },
    loadScreen: async ({ app }): Promise<LoadedScreen<null>> => {
      const { t } = app.texts
      return {
        meta: () => ({ title: t(titleKey), description: t(textKey, { brand: app.site.name }) }),
        data: null,
      }
    },
  }
}
