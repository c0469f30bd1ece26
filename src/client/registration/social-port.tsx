import { type ReactNode, useMemo } from 'react'
import { type SocialPort, SocialPortProvider } from '#renderers/forms/social-types/social-port.ts'
import type { FieldDefinition } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { offeredPath } from '../page/paths.ts'
import { type ConfirmedPlayer, joiningPath } from '../social/social-calls.ts'
import { useSocialStart } from '../social/use-social-start.ts'

/** What the registration page knows of a social sign-in. */
export interface SocialState {
  readonly confirmed: ConfirmedPlayer | null
  /** How the last try ended, as the address of the page says. */
  readonly failureCode: string | null
}

/** Props of {@link SocialProvider}. */
export interface SocialProviderProps {
  readonly definitions: readonly FieldDefinition[]
  readonly social: SocialState
  readonly children: ReactNode
}

/** Lets a form begin with a social provider (REG-31). A form without such a field is left alone. */
export function SocialProvider(props: SocialProviderProps) {
  const isSocial = props.definitions.some(({ type }) => type === 'social_types')
  return isSocial ? <WithProviders {...props} /> : props.children
}

function WithProviders({ social: { confirmed, failureCode }, children }: SocialProviderProps) {
  const app = useApp()
  const { startingId, failure, start } = useSocialStart({ purpose: 'registration', failureCode })
  const login = offeredPath(app, 'login')
  const joinPath = login === null ? null : joiningPath(login)
  const port = useMemo((): SocialPort => {
    const { provider = '', providerName = '', name = '', surname = '' } = confirmed ?? {}
    const known = { provider, providerName, name: [name, surname].filter((part) => part !== '').join(' ') }
    return { startingId, failure, start, joinPath, confirmed: confirmed === null ? null : known }
  }, [startingId, failure, start, joinPath, confirmed])
  return <SocialPortProvider value={port}>{children}</SocialPortProvider>
}
