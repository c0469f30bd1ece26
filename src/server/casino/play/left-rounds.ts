import { forBrand } from '#server/db/for-brand.ts'
import { logFailure } from '#server/db/storage-outage.ts'
import { type CasinoPorts, OWN_PROVIDER } from '../casino-ports.ts'
import { finishRound } from './game-rounds.ts'
import { lockSession } from './sessions.ts'

const AT_ONCE = 100

/** Finishes rounds of own games that have waited for their player longer than the brand lets them (CAS-14). One that cannot be finished does
 *  not keep the others. @returns how many were finished */
export async function leftRounds(ports: CasinoPorts, brandId: string): Promise<number> {
  const sections = await ports.sections(brandId)
  const door = forBrand(ports.db, brandId)
  const before = new Date(ports.clock().getTime() - sections.casino.leftOpenMs)
  const left = await door.transaction((tx) =>
    tx
      .select('casino_round')
      .select(['round_id', 'session_id', 'account_id'])
      .where('provider_id', '=', OWN_PROVIDER)
      .where('rules_hash', 'is not', null)
      .where('state', '=', 'open')
      .where('changed_at', '<', before)
      .orderBy('changed_at')
      .limit(AT_ONCE)
      .execute(),
  )
  let finished = 0
  for (const { round_id: roundId, session_id: sessionId, account_id: accountId } of left)
    await door
      .transaction(async (tx) => {
        const session = await lockSession(tx, { brandId, accountId }, sessionId)
        await finishRound({ tx, ports, sections, session, now: ports.clock() }, roundId)
      })
      .then(
        () => finished++,
        (error: unknown) => logFailure(ports.log, error, { brandId, roundId }, 'casino: a round was left as it is'),
      )
  return finished
}
