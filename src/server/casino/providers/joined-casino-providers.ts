import { canGiveRounds } from '#machines/site/licence/provider-rounds.rules.ts'
import type { CasinoConfig, CasinoProviderSettings } from '#schemas'
import type { CasinoProvider } from './casino-provider.ts'
import { createHub88Adapter } from './hub88/hub88-adapter.ts'
import { createHub88FreeRounds } from './hub88/hub88-free-rounds.ts'
import { launchHub88 } from './hub88/hub88-launch.ts'
import { createOwnAdapter } from './own-protocol/own-adapter.ts'
import { createOwnFreeRounds } from './own-protocol/own-free-rounds.ts'
import { launchOwn } from './own-protocol/own-launch.ts'
import { createTransferClient, type TransferClient } from './own-protocol/transfer-client.ts'
import type { ProviderCallPorts } from './provider-call.ts'
import type { ProviderOfWallet } from './provider-wallet.ts'
import { createSwipeAdapter } from './swipe/swipe-adapter.ts'
import { launchSwipe } from './swipe/swipe-launch.ts'
import type { WalletAdapter } from './wallet-adapter.ts'

/** What providers of games are joined with. */
export interface JoinedCasinoProvidersPorts {
  readonly casino: (
    brandId: string,
  ) => Promise<Pick<CasinoConfig, 'providers' | 'providerApiKeys' | 'providerWalletSecrets'>>
  /** Reads a secret that a brand names. */
  readonly secretOf: (variable: string) => string | undefined
  readonly fetch: typeof fetch
  readonly clock: () => Date
  readonly log: ProviderCallPorts['log']
}

/** A provider as a brand has joined it, with what answers its calls and what moves money to it. */
export interface JoinedCasinoProvider extends ProviderOfWallet {
  readonly provider: CasinoProvider
  /** Null where players act on their own money. */
  readonly transfers: TransferClient | null
}

/** How long a provider may take to answer. */
const TIMEOUT_MS = 8000

/** The providers of games of brands, by their ids in `casino.providers`. One whose secrets are missing is none. */
export function createJoinedCasinoProviders(ports: JoinedCasinoProvidersPorts) {
  const find = async (brandId: string, id: string): Promise<JoinedCasinoProvider | undefined> => {
    const { providers, providerApiKeys, providerWalletSecrets } = await ports.casino(brandId)
    const settings = Object.hasOwn(providers, id) ? providers[id] : undefined
    const secret = (names: Readonly<Record<string, string>>) => {
      const variable = Object.hasOwn(names, id) ? names[id] : undefined
      return variable === undefined ? undefined : ports.secretOf(variable)
    }
    const apiKey = secret(providerApiKeys)
    if (!settings || apiKey === undefined) return undefined
    const calls = { fetch: ports.fetch, log: ports.log, timeoutMs: TIMEOUT_MS, clock: ports.clock }
    return joined(id, settings, { ...calls, apiKey, walletSecret: secret(providerWalletSecrets) })
  }
  return {
    find,
    /** All providers of a brand that can be reached, in the order of its configuration. */
    all: async (brandId: string): Promise<readonly JoinedCasinoProvider[]> => {
      const { providers } = await ports.casino(brandId)
      const found = await Promise.all(Object.keys(providers).map((id) => find(brandId, id)))
      return found.filter((one) => one !== undefined)
    },
  }
}

/** The providers as the server has them. */
export type JoinedCasinoProviders = ReturnType<typeof createJoinedCasinoProviders>

interface Joining extends ProviderCallPorts {
  readonly clock: () => Date
  readonly apiKey: string
  readonly walletSecret: string | undefined
}

function joined(id: string, settings: CasinoProviderSettings, joining: Joining): JoinedCasinoProvider {
  const {
    name,
    protocol,
    wallet,
    frameOrigins,
    takesBets,
    owesSpentWins = false,
    url,
    operatorId,
    partnerId,
  } = settings
  const reached = { ...joining, providerId: id, url, operatorId, partnerId, frameOrigins }
  const launch: CasinoProvider['launch'] = (asked) => {
    if (protocol === 'hub88') return launchHub88(reached, asked)
    return protocol === 'swipe' ? launchSwipe(reached, asked) : launchOwn(reached, asked)
  }
  const terms = { undoesWins: true, owesSpentWins, switchesGames: protocol === 'hub88', takesBets }
  const isTransfer = wallet === 'transfer'
  const givesRounds = protocol === 'hub88' ? createHub88FreeRounds : createOwnFreeRounds
  const freeRounds = canGiveRounds(settings) ? givesRounds(reached) : null
  return {
    provider: { id, name, wallet, frameOrigins, terms, launch, freeRounds },
    adapter: isTransfer ? null : adapterOf(settings, joining.walletSecret),
    transfers: isTransfer && protocol === 'livery' ? createTransferClient(reached) : null,
  }
}

function adapterOf({ protocol, publicKey }: CasinoProviderSettings, secret: string | undefined): WalletAdapter | null {
  if (protocol === 'hub88') return publicKey === undefined ? null : createHub88Adapter({ publicKey })
  if (secret === undefined) return null
  return protocol === 'swipe' ? createSwipeAdapter({ secret }) : createOwnAdapter({ secret })
}
