import type { ReactNode } from 'react'
import { styled } from '#renderers/site/styled.tsx'
import styles from './lobby.module.css'

/** An element in the class `lobby` of lobby.module.css. */
export const LobbyLayout = styled('div', styles.lobby)

/** An element in the class `provider` of lobby.module.css. */
export const LobbyProvider = styled('div', styles.provider)

/** An element in the class `providers` of lobby.module.css. */
export const LobbyProviders = styled('ul', styles.providers)

/** How many games were found; screen readers hear it, and an empty one is not seen. */
export function LobbyCount({ isShown, children }: { readonly isShown: boolean; readonly children: ReactNode }) {
  return (
    <p role="status" className={isShown ? styles.count : 'visually-hidden'}>
      {isShown ? children : ''}
    </p>
  )
}
