import { createContext } from 'react'
import { useNeeded } from '../../site/needed.ts'

/** Whom a provider has confirmed in this browser. */
export interface SocialConfirmed {
  /** The provider as the brand names it: the answer of the field. */
  readonly provider: string
  readonly providerName: string
  /** The player's name as the provider knows it; empty when the provider gave none. */
  readonly name: string
}

/** What a field of social providers asks of the application. */
export interface SocialPort {
  /** The provider that is being opened; its page follows. */
  readonly startingId: string | null
  /** What went wrong last, as a dictionary key and the values that it names. */
  readonly failure: { readonly code: string; readonly params: Readonly<Record<string, string | number>> } | null
  readonly confirmed: SocialConfirmed | null
  /** Where a player with an account signs in to join the confirmed identity to it; null where nobody can. */
  readonly joinPath: string | null
  /** Opens a provider. What is in the form is kept meanwhile. */
  readonly start: (providerId: string) => void
}

const SocialPortContext = createContext<SocialPort | null>(null)

/** Gives the fields below the way to social providers. */
export const SocialPortProvider = SocialPortContext.Provider

/** The port of the form above. @throws MissingPartError where the application gives none */
export function useSocialPort(): SocialPort {
  return useNeeded(SocialPortContext, 'useSocialPort', 'SocialPortProvider')
}
