import type { StudioAct, StudioActsAnswer, StudioActsQuery } from '#schemas'
import type { StudioTransaction } from '../../db/for-studio.ts'
import { StudioFailure } from '../studio-failure.ts'
import { hasRole, type StudioOperator } from '../studio-scope.ts'
import type { StudioAccessPorts } from './access-ports.ts'
import { isOwner } from './account-rows.ts'
import { createActChain } from './act-chain.ts'
import { actLines, readActs } from './act-export.ts'
import { logAct, loggedAct } from './acts.ts'

/** Acts of one answer. */
const MOST_ACTS = 100

/** Reading the log of acts. */
export function createActLog({ door, clock }: Pick<StudioAccessPorts, 'door' | 'clock'>) {
  const isWhole = createActChain()
  return {
    /** All acts as a file, one a line, for owners of everything; that the log was taken out is an act itself.
     *  @throws StudioFailure access.forbidden */
    async exportActs({ name, grants }: StudioOperator): Promise<AsyncIterable<string>> {
      if (!isOwner(grants)) throw new StudioFailure('access.forbidden', { role: 'owner' })
      await door.transaction((tx) => logAct(tx, { at: clock(), account: name, act: 'log.exported' }))
      return actLines(readActs(door))
    },

    /** The acts that an operator may see, the latest first: an owner of everything sees all, others those of the brands that they
     *  may see. Whether the log is whole is said of all of it. @throws StudioFailure brand.unknown */
    async listActs(operator: StudioOperator, query: StudioActsQuery): Promise<StudioActsAnswer> {
      const { brand } = query
      if (brand !== undefined && !hasRole(operator, 'viewer', brand))
        throw new StudioFailure('brand.unknown', { brand })
      return door.transaction(async (tx) => ({
        acts: await visibleActs(tx, operator, query),
        isWhole: await isWhole(tx),
      }))
    },
  }
}

async function visibleActs(
  tx: StudioTransaction,
  { grants }: StudioOperator,
  { brand, before }: StudioActsQuery,
): Promise<StudioAct[]> {
  let query = tx.selectFrom('studio.act').selectAll().orderBy('sequence', 'desc').limit(MOST_ACTS)
  if (before !== undefined) query = query.where('sequence', '<', before)
  if (brand !== undefined) query = query.where('brand_id', '=', brand)
  const scopes = grants.map(({ scope }) => scope)
  if (!isOwner(grants))
    query = scopes.includes('*') ? query.where('brand_id', 'is not', null) : query.where('brand_id', 'in', scopes)
  return (await query.execute()).map(loggedAct)
}
