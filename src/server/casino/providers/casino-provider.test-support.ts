import type { CasinoProvider, ProviderLaunch } from './casino-provider.ts'

/** A provider that opens every game at its own origin, and remembers what it was asked. */
export function madeProvider(
  id: string,
  changes: Partial<CasinoProvider> = {},
): CasinoProvider & { readonly asked: ProviderLaunch[] } {
  const asked: ProviderLaunch[] = []
  return {
    ...{ id, name: id.toUpperCase(), wallet: 'seamless', frameOrigins: [`https://${id}.example`], asked },
    freeRounds: null,
    terms: { undoesWins: true, owesSpentWins: false, switchesGames: false, takesBets: true },
    launch: async (launch) => {
      asked.push(launch)
      return `https://${id}.example/play?token=${launch.sessionId}`
    },
    ...changes,
  }
}
