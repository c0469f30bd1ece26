import { createContext, type ReactNode, useMemo, useState } from 'react'
import { useNeeded } from '#renderers/site/needed.ts'

/** The colour scheme that the visitor chose; `system` follows the device. */
export type Scheme = 'light' | 'dark' | 'system'

/** The cookie that keeps the choice, so that the server renders in it. */
export const SCHEME_COOKIE = 'scheme'
const YEAR_SECONDS = 31_536_000

interface SchemeChoice {
  readonly scheme: Scheme
  readonly choose: (scheme: Scheme) => void
}

const SchemeContext = createContext<SchemeChoice | null>(null)

/** Holds the colour scheme of the page and remembers a choice. */
export function SchemeProvider({ initial, children }: { readonly initial: Scheme; readonly children: ReactNode }) {
  const [scheme, setScheme] = useState(initial)
  const choice = useMemo(
    () => ({
      scheme,
      choose: (next: Scheme) => {
        const secure = window.location.protocol === 'https:' ? '; secure' : ''
        // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser that we serve
        document.cookie = `${SCHEME_COOKIE}=${next}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`
        setScheme(next)
      },
    }),
    [scheme],
  )
  return <SchemeContext value={choice}>{children}</SchemeContext>
}

/** The chosen scheme and the way to choose another. @throws MissingPartError outside of a SchemeProvider */
export function useScheme(): SchemeChoice {
  return useNeeded(SchemeContext, 'useScheme', 'SchemeProvider')
}
