import { AppError } from '#calls/app-error.ts'
import type { JoinedCasinoProvider, JoinedCasinoProviders } from '../providers/joined-casino-providers.ts'
import type { Transfers } from './transfers.ts'

/** Providers whose launch first moves the player's money to them, where players act on it there; a game that does not open gives it back. */
export function withTransfers(providers: JoinedCasinoProviders, transfers: Transfers): JoinedCasinoProviders {
  const moving = (brandId: string, joined: JoinedCasinoProvider): JoinedCasinoProvider =>
    joined.transfers === null ? joined : { ...joined, provider: movingProvider(brandId, joined, transfers) }
  return {
    async find(brandId, id) {
      const joined = await providers.find(brandId, id)
      return joined && moving(brandId, joined)
    },
    all: async (brandId) => (await providers.all(brandId)).map((joined) => moving(brandId, joined)),
  }
}

function movingProvider(
  brandId: string,
  { provider }: JoinedCasinoProvider,
  transfers: Transfers,
): JoinedCasinoProvider['provider'] {
  return {
    ...provider,
    async launch(asked) {
      const { accountId, sessionId, currency, mode } = asked
      if (mode === 'fun' || accountId === null) return provider.launch(asked)
      if (!provider.terms.takesBets) throw new AppError('casino.provider_failed')
      const money = { providerId: provider.id, accountId, currency, sessionId }
      const { outcome, refusal } = await transfers.toProvider(brandId, money)
      if (refusal) throw new AppError(refusal.reason, refusal.params)
      if (outcome === 'held' || outcome === 'refused') throw new AppError('casino.provider_failed')
      try {
        return await provider.launch(asked)
      } catch (error) {
        await transfers.fromProviders(brandId, accountId, provider.id)
        throw error
      }
    },
  }
}
