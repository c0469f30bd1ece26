import { generateKeyPairSync } from 'node:crypto'
import { createHub88Adapter } from '../providers/hub88/hub88-adapter.ts'
import { createOwnAdapter } from '../providers/own-protocol/own-adapter.ts'
import { createSwipeAdapter } from '../providers/swipe/swipe-adapter.ts'
import type { WalletAdapter } from '../providers/wallet-adapter.ts'
import type { WalletRenderer } from './conformance-wallet.ts'
import { hub88Renderer } from './renderers/hub88-renderer.ts'
import { ownRenderer } from './renderers/own-renderer.ts'
import { swipeRenderer } from './renderers/swipe-renderer.ts'

/** The adapters that the suite speaks to. */
export const JUDGED_ADAPTERS = ['livery', 'hub88', 'swipe'] as const

/** A protocol from both of its ends. */
export interface JudgedAdapter {
  readonly renderer: WalletRenderer
  readonly adapter: WalletAdapter
  readonly switchesGames: boolean
}

/** What a provider signs by, as the suite plays it. @param key a secret; of Hub88 a private key as PEM */
export function rendererOf(name: WalletRenderer['adapter'], key: string): WalletRenderer {
  if (name === 'hub88') return hub88Renderer(key)
  return name === 'swipe' ? swipeRenderer(key) : ownRenderer(key)
}

/** Both ends of a protocol, with keys of their own. */
export function judgedAdapter(name: WalletRenderer['adapter']): JudgedAdapter {
  if (name === 'hub88') {
    const pair = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    const adapter = createHub88Adapter({ publicKey: pair.publicKey })
    return { renderer: rendererOf(name, pair.privateKey), adapter, switchesGames: true }
  }
  const secret = 'a secret of the suite'
  const adapter = name === 'swipe' ? createSwipeAdapter({ secret }) : createOwnAdapter({ secret })
  return { renderer: rendererOf(name, secret), adapter, switchesGames: false }
}
