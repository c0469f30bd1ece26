import type { ReactNode } from 'react'
import { TextsProvider } from '#renderers/site/texts.tsx'
import { type App, AppContext } from './app-context.ts'
import { PlayerProvider } from './player.tsx'
import { SchemeProvider } from './scheme.tsx'

/** The providers around the router, the same on the server and in the browser. */
export function AppRoot({ app, children }: { readonly app: App; readonly children: ReactNode }) {
  const { languageId, direction } = app.visitor
  return (
    <AppContext value={app}>
      <TextsProvider t={app.texts.t} language={languageId} direction={direction}>
        <SchemeProvider initial={app.state.scheme}>
          <PlayerProvider initial={app.state.visitor.player}>{children}</PlayerProvider>
        </SchemeProvider>
      </TextsProvider>
    </AppContext>
  )
}
