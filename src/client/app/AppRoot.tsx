import type { ReactNode } from 'react'
import { dateLocale } from '#machines/site/date-format.rules.ts'
import { TextsProvider } from '#renderers/site/texts.tsx'
import { type App, AppContext } from '../page/app-context.ts'
import { PlayerProvider } from '../page/player.tsx'
import { SchemeProvider } from '../page/scheme.tsx'

/** The providers around the router, the same on the server and in the browser. */
export function AppRoot({ app, children }: { readonly app: App; readonly children: ReactNode }) {
  const { languageId, direction } = app.visitor
  const language = app.site.config.global.languages[languageId]
  return (
    <AppContext value={app}>
      <TextsProvider
        t={app.texts.t}
        language={languageId}
        direction={direction}
        {...(language && { dateLocale: dateLocale(language) })}
      >
        <SchemeProvider initial={app.state.scheme}>
          {/* Another player is another page, except in previews, which show the same one to guests and players. */}
          <PlayerProvider key={app.state.visitor.player?.userId ?? 'guest'} initial={app.state.visitor.player}>
            {children}
          </PlayerProvider>
        </SchemeProvider>
      </TextsProvider>
    </AppContext>
  )
}
