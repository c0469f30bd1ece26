import { isProviderFreeRoundsAnswer } from '#schemas/generated/validators/casino.js'
import type { ProviderFreeRounds, RoundsAtProvider } from '../casino-provider.ts'
import { belowUrl, callProvider } from '../provider-call.ts'
import { playerName } from '../wallet-adapter.ts'
import type { OwnProviderPorts } from './own-launch.ts'
import { ownHeaders } from './own-signature.ts'

/** Statuses by which a provider says that it does not know the call. */
const WITHOUT_THEM: ReadonlySet<number> = new Set([404, 405, 501])

/** Gives free rounds by `POST {url}/free-rounds` and ends them by `/free-rounds/end` of the own protocol; their name makes a call that is
 *  sent twice the same. */
export function createOwnFreeRounds(ports: OwnProviderPorts): ProviderFreeRounds {
  const { operatorId, providerId, url, apiKey, clock } = ports
  const ask = async (path: string, asked: object) => {
    const body = JSON.stringify({ operatorId, ...asked })
    const headers = ownHeaders(apiKey, body, clock())
    const response = await callProvider(ports, { providerId, url: belowUrl(url, path), body, headers })
    if (response && WITHOUT_THEM.has(response.status))
      return { state: 'refused', found: 'it has no free rounds' } as const
    return response?.status === 200 && isProviderFreeRoundsAnswer(response.body) ? response.body : null
  }
  return {
    async give(rounds) {
      const answer = await ask('free-rounds', askedOf(rounds))
      if (answer?.state === 'given') return { state: 'given', reward: rounds.reward }
      return answer?.state === 'refused' ? { state: 'refused', found: answer.found ?? '' } : { state: 'silent' }
    },
    async end({ reward, accountId }) {
      const answer = await ask('free-rounds/end', { reward, player: playerName(accountId) })
      return answer?.state === 'ended' || answer?.state === 'refused'
    },
  }
}

function askedOf({ accountId, gameCode, stakeMinor, expiresAt, ...of }: RoundsAtProvider) {
  const { reward, currency, rounds } = of
  const named = { reward, player: playerName(accountId), game: gameCode, currency, rounds }
  return { ...named, stake: String(stakeMinor), expiresAt: expiresAt.toISOString() }
}
