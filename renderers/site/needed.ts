import { type Context, useContext } from 'react'

/** What tells a developer where to look when a part of the page is missing. */
export interface MissingPartDetails {
  /** The hook that was asked: `usePlayer`. */
  readonly asked: string
  /** The component that would have given it: `PlayerProvider`. */
  readonly provider: string
  /** Path of the page; null where a page has no address yet, as on the server. */
  readonly path: string | null
}

/** A component asked for a part of the page that nobody put above it (ERR-12). It is a mistake in how the page is composed: no
 *  visitor reads its message, which goes to the reports and the log. */
export class MissingPartError extends Error {
  override readonly name = 'MissingPartError'
  readonly details: MissingPartDetails

  constructor(details: MissingPartDetails) {
    const { asked, provider, path } = details
    super(`${asked}() has nothing to give${path === null ? '' : ` on ${path}`}: put <${provider}> above this component`)
    this.details = details
  }
}

/** The value of a required context: `useNeeded(PlayerContext, 'usePlayer', 'PlayerProvider')`.
 *  @throws MissingPartError outside of the provider (ERR-12) */
export function useNeeded<TPart>(context: Context<TPart | null>, asked: string, provider: string): TPart {
  const part = useContext(context)
  if (part === null) throw new MissingPartError({ asked, provider, path: globalThis.location?.pathname ?? null })
  return part
}
