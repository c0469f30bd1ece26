import { AppError } from '#calls/app-error.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { logFailure } from '#server/db/storage-outage.ts'
import { type CasinoPorts, type CasinoSections, OWN_PROVIDER } from '../casino-ports.ts'
import { noteStuck } from '../desk/doubts.ts'
import { finishRound } from './game-rounds.ts'
import { lockSession } from './sessions.ts'

const AT_ONCE = 100

/** Finishes rounds of own games that have waited for their player longer than the brand lets them (CAS-14); those that stay open are kept
 *  for the desk. One that cannot be finished does
 *  not keep the others. @returns how many were finished */
export async function leftRounds(ports: CasinoPorts, brandId: string): Promise<number> {
  const sections = await ports.sections(brandId)
  const door = forBrand(ports.db, brandId)
  const before = new Date(ports.clock().getTime() - sections.casino.leftOpenMs)
  const left = await door.transaction((tx) =>
    tx
      .select('casino_round')
      .select('round_id')
      .where('provider_id', '=', OWN_PROVIDER)
      .where('rules_hash', 'is not', null)
      .where('state', '=', 'open')
      .where('changed_at', '<', before)
      .orderBy('changed_at')
      .limit(AT_ONCE)
      .execute(),
  )
  let finished = 0
  for (const { round_id: roundId } of left)
    await door
      .transaction((tx) => finishOne(tx, ports, { roundId, sections, now: ports.clock() }))
      .then(
        () => finished++,
        (error: unknown) => logFailure(ports.log, error, { brandId, roundId }, 'casino: a round was left as it is'),
      )
  await door.transaction((tx) => noteStuck(tx, before, ports.clock()))
  return finished
}

/** Finishes a round of an own game in the transaction of an operator (CAS-14): it comes to what its game says, and nothing else.
 *  @throws AppError casino.round_unknown */
export async function finishOne(
  tx: BrandTransaction,
  ports: CasinoPorts,
  of: { readonly roundId: number; readonly sections: CasinoSections; readonly now: Date },
): Promise<void> {
  const { roundId, sections, now } = of
  const round = await tx
    .select('casino_round')
    .select(['session_id', 'account_id'])
    .where('round_id', '=', roundId)
    .executeTakeFirst()
  if (!round) throw new AppError('casino.round_unknown')
  const session = await lockSession(tx, { brandId: tx.brandId, accountId: round.account_id }, round.session_id)
  await finishRound({ tx, ports, sections, session, now }, roundId)
}
