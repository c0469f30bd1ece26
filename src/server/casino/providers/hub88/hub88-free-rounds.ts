import type { GivenRounds, ProviderFreeRounds, RoundsAtProvider } from '../casino-provider.ts'
import { belowUrl, callProvider } from '../provider-call.ts'
import { fieldsOf } from '../strict-json.ts'
import { playerName } from '../wallet-adapter.ts'
import { hub88Units } from './hub88-adapter.ts'
import { type Hub88Ports, hub88Operator, signedByBrand } from './hub88-launch.ts'
import { HUB88_SIGNATURE } from './hub88-signature.ts'

type Fields = Readonly<Record<string, unknown>>

/** Answers from which there is no other to wait for: what was asked is wrong, and stays so. */
const isFinal = (status: number) => status >= 400 && status < 500 && status !== 408 && status !== 429

/** Gives free rounds by Hub88's Freebets API: a reward of its own templates, whose stake and number fit or are free. A reward whose answer
 *  was lost is found again by our name of it, `operator_reference`, since Hub88 does not say that asking twice gives one. */
export function createHub88FreeRounds(ports: Hub88Ports): ProviderFreeRounds {
  const ask = async (path: string, asked: object) => {
    const body = JSON.stringify({ ...hub88Operator(ports), ...asked })
    const url = belowUrl(ports.url, `operator/generic/v2/freebet/${path}`)
    const headers = { [HUB88_SIGNATURE]: signedByBrand(ports, body) }
    return callProvider(ports, { providerId: ports.providerId, url, body, headers })
  }
  /** Hub88's name of a reward that it has by our name; null when it has none, undefined when it does not answer. */
  const findAgain = async ({ reward, accountId }: RoundsAtProvider): Promise<string | null | undefined> => {
    const response = await ask('rewards/list', { user: playerName(accountId), pagination: { limit: 100 } })
    const { rewards } = (response?.status === 200 && fieldsOf(response.body)) || {}
    if (!Array.isArray(rewards)) return undefined
    const own = rewards.map(fieldsOf).find((one) => one?.operator_reference === reward || one?.reward_uuid === reward)
    return typeof own?.reward_uuid === 'string' ? own.reward_uuid : null
  }
  return {
    async give(rounds) {
      if (rounds.isAgain) {
        const known = await findAgain(rounds)
        if (known === undefined) return { state: 'silent' }
        if (known !== null) return { state: 'given', reward: known }
      }
      const listed = await ask('prepaids/list', { game_code: rounds.gameCode })
      if (!listed || !Array.isArray(listed.body))
        return listed && isFinal(listed.status) ? refusal(listed.body) : { state: 'silent' }
      const template = listed.body.map(fieldsOf).find((one) => one && isFitting(one, rounds))
      if (!template) {
        const { stakeMinor, currency, rounds: count } = rounds
        const found = `it has no template of ${count} rounds at ${stakeMinor} minor units of ${currency} for this game`
        return { state: 'refused', found }
      }
      const made = await ask('rewards/create', rewardOf(rounds, template))
      if (!made) return { state: 'silent' }
      const { reward_uuid: reward } = fieldsOf(made.body) ?? {}
      if (made.status === 200 && typeof reward === 'string') return { state: 'given', reward }
      return isFinal(made.status) ? refusal(made.body) : { state: 'silent' }
    },
    async end(rounds) {
      const reward = await findAgain(rounds)
      if (typeof reward !== 'string') return reward === null
      const response = await ask('rewards/cancel', { reward_uuid: reward })
      // One that is played out or over cannot be cancelled, and nothing is left of it to end.
      return response !== null && (response.status === 200 || isFinal(response.status))
    },
  }
}

/** Whether a template gives what is asked for: null of it leaves the choice to us. */
function isFitting({ currency, bet_value, bet_count, bonus_buy }: Fields, asked: RoundsAtProvider): boolean {
  const value = bet_value ?? null
  const count = bet_count ?? null
  return (
    currency === asked.currency &&
    bonus_buy !== true &&
    (value === null || value === hub88Units(asked.stakeMinor, asked.exponent)) &&
    (count === null || count === asked.rounds)
  )
}

function rewardOf(of: RoundsAtProvider, { prepaid_uuid }: Fields) {
  const { reward, accountId, gameCode, currency, stakeMinor, exponent, rounds } = of
  return {
    ...{ user: playerName(accountId), prepaid_uuid, game_code: gameCode, currency, operator_reference: reward },
    ...{ bet_value: hub88Units(stakeMinor, exponent), bet_count: rounds },
    ...{ start_time: momentOf(of.startsAt), end_time: momentOf(of.expiresAt) },
  }
}

/** A moment as Hub88 writes it: `2026-03-01T12:00:00` (UTC). */
function momentOf(moment: Date): string {
  return moment.toISOString().slice(0, 19)
}

const MOST_CHARACTERS = 200

function refusal(body: unknown): GivenRounds {
  const { error, message } = fieldsOf(body) ?? {}
  const found = typeof error === 'string' ? error : typeof message === 'string' ? message : 'it gives no reason'
  return { state: 'refused', found: found.slice(0, MOST_CHARACTERS) }
}
