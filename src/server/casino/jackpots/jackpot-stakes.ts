import {
  afterDrop,
  contributionOf,
  isHit,
  type JackpotParts,
  MICRO,
  totalMicro,
  wholeMinor,
  withContribution,
} from '#machines/casino/jackpots/jackpot.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import { type CasinoPorts, type CasinoSections, OWN_PROVIDER } from '../casino-ports.ts'
import type { JackpotStake, UndoneStake, WalletJackpots } from '../wallet/wallet-jackpots.ts'
import type { WalletAccounts } from '../wallet/wallet-money.ts'
import { changeRound, openRound } from '../wallet/wallet-rounds.ts'
import {
  beginPool,
  jackpotsOf,
  lockPool,
  movePool,
  type NamedJackpot,
  type PoolRow,
  partsOf,
  readPool,
  runOf,
  termsOfRun,
} from './jackpot-rows.ts'

/** Joins jackpots with the wallet (CAS-12). */
export function createWalletJackpots({
  sections: sectionsOf,
  newSeed,
}: Pick<CasinoPorts, 'sections' | 'newSeed'>): WalletJackpots {
  return {
    async staked(tx, stake) {
      const sections = await sectionsOf(tx.brandId)
      // A fixed order: two stakes that put into the same pools never wait for each other in a circle.
      const jackpots = [...(await jackpotsOf(tx, sections, stake.action))].sort((one, other) =>
        one.id < other.id ? -1 : 1,
      )
      let wonMinor = 0
      for (const jackpot of jackpots) wonMinor += await putIn(tx, { jackpot, sections, newSeed, stake })
      return wonMinor
    },

    async undone(tx, undone) {
      // A table of the engine that is given up gives its stakes back, whatever else they have won.
      if (await hasWon(tx, undone)) return undone.stake.providerId === OWN_PROVIDER
      await takeOut(tx, undone)
      return true
    },
  }
}

async function hasWon(tx: BrandTransaction, { stake }: UndoneStake): Promise<boolean> {
  const row = await tx
    .select('casino_jackpot_drop')
    .select('run')
    .where('provider_id', '=', stake.providerId)
    .where('action_id', '=', stake.actionId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

interface PuttingIn {
  readonly jackpot: NamedJackpot
  readonly sections: CasinoSections
  readonly newSeed: () => string
  readonly stake: JackpotStake
}

async function putIn(tx: BrandTransaction, of: PuttingIn): Promise<number> {
  const { jackpot, sections, newSeed, stake } = of
  const { action, accounts, stakeMinor, now } = stake
  const { currency } = action
  if (!(await readPool(tx, jackpot.id, currency)))
    await beginPool(tx, jackpot, { currency, global: sections.global, secret: newSeed(), now })
  const pool = await lockPool(tx, jackpot.id, currency)
  if (!pool) throw new Error(`the jackpot ${jackpot.id} has not begun in ${currency}`)
  const added = contributionOf(stakeMinor, jackpot)
  const before = partsOf(pool)
  const after = withContribution(before, added, pool.cap_minor)
  const { run, stakes: nonce } = pool
  await tx
    .insert('casino_jackpot_contribution', {
      ...{ provider_id: action.providerId, action_id: action.actionId, jackpot_id: jackpot.id, currency, run, nonce },
      ...{ round_id: stake.roundId, stake_minor: stakeMinor, main_micro: after.mainMicro - before.mainMicro, at: now },
      ...{ reseed_micro: added.reseedMicro, next_micro: after.nextMicro - before.nextMicro },
    })
    .execute()
  await movePool(tx, {
    ...{ kind: 'jackpot-contribution', reference: `${action.providerId}/${action.actionId}/${jackpot.id}`, currency },
    ...{ from: houseOf(accounts), to: pool.currency_account_id, now },
    amountMinor: wholeMinor(totalMicro(after)) - wholeMinor(totalMicro(before)),
  })
  await keepParts(tx, pool, { ...after, stakes: nonce + 1 })
  const wins = isHit(runOf(pool), {
    ...{ kind: pool.kind, startMicro: pool.start_micro, capMinor: pool.cap_minor, oneInMinor: pool.one_in_minor },
    ...{ startedMs: pool.started_at.getTime(), dropsByMs: pool.drops_by?.getTime() ?? null },
    ...{ mainMicro: after.mainMicro, stakeMinor, nonce, nowMs: now.getTime() },
  })
  return wins ? drop(tx, { ...of, pool, before, after }) : 0
}

/** Pays a pool to the player of a stake, once a run, and begins the next run with another secret. */
async function drop(
  tx: BrandTransaction,
  of: PuttingIn & { readonly pool: PoolRow; readonly before: JackpotParts; readonly after: JackpotParts },
): Promise<number> {
  const { jackpot, sections, newSeed, stake, pool, before, after } = of
  const { action, accounts, now } = stake
  const { currency } = action
  const terms = termsOfRun(jackpot, currency, { global: sections.global, now })
  const bounds = { seedMinor: terms.seed_minor, capMinor: terms.cap_minor }
  const { wonMinor, fundedMinor, parts } = afterDrop(after, bounds)
  await pay(tx, { ...of, wonMinor, before, after })
  await movePool(tx, {
    ...{ kind: 'jackpot-seed', reference: `${jackpot.id}/${currency}/${pool.run + 1}`, currency, now },
    ...{ from: houseOf(accounts), to: pool.currency_account_id, amountMinor: fundedMinor },
  })
  const next = { run: pool.run + 1, secret: newSeed(), start_micro: parts.mainMicro, ...terms }
  const funded = pool.funded_minor + fundedMinor
  await keepParts(tx, pool, { ...parts, stakes: 0 }, { ...next, funded_minor: funded })
  return wonMinor
}

/** Pays a win: a round of its own, beside that of the stake, whose outcome is proved by itself. */
async function pay(
  tx: BrandTransaction,
  of: PuttingIn & {
    readonly pool: PoolRow
    readonly wonMinor: number
    readonly before: JackpotParts
    readonly after: JackpotParts
  },
): Promise<void> {
  const { jackpot, stake, pool, wonMinor, before, after } = of
  const { action, session, accountId, accounts, now } = stake
  const { currency, gameId } = action
  const name = `${jackpot.id}/${currency}/${pool.run}`
  const prize = { providerId: OWN_PROVIDER, roundId: `jackpot/${name}`, gameId }
  const { round_id: roundId } = await openRound(tx, prize, { session, accountId, now })
  await changeRound(tx, roundId, { payoutMinor: wonMinor, ends: true, now })
  const cashId = accounts.ids.get('cash')
  if (cashId === undefined) throw new Error(`the player has no account in ${currency}`)
  await movePool(tx, {
    ...{ kind: 'jackpot-win', reference: `${OWN_PROVIDER}/jackpot/${name}`, currency, now },
    ...{ from: pool.currency_account_id, to: cashId, amountMinor: wonMinor },
  })
  await tx
    .insert('wallet_action', {
      ...{ provider_id: OWN_PROVIDER, action_id: name, kind: 'jackpot', account_id: accountId, game_id: gameId },
      ...{ session_id: session.session_id, round_id: roundId, currency, amount_minor: wonMinor, is_free: false },
      ...{ reference: action.actionId, fingerprint: '', outcome: 'applied', reason: null, at: now },
      ...{ funds: storableJson({ cash: wonMinor }), balance_minor: accounts.cashMinor + wonMinor },
    })
    .execute()
  const { run, secret, kind, exponent, start_micro, cap_minor, one_in_minor, started_at, drops_by } = pool
  await tx
    .insert('casino_jackpot_drop', {
      ...{ jackpot_id: jackpot.id, currency, run, name: jackpot.name, exponent, kind, secret, account_id: accountId },
      ...{ session_id: session.session_id, round_id: roundId, provider_id: action.providerId, nonce: pool.stakes },
      ...{ action_id: action.actionId, stake_minor: stake.stakeMinor, amount_minor: wonMinor, start_micro, cap_minor },
      ...{ one_in_minor, before_micro: before.mainMicro, after_micro: after.mainMicro, started_at, drops_by, at: now },
    })
    .execute()
}

/** Takes out of pools what a stake has put in. What a run has paid out meanwhile does not come back: the house bears it. */
async function takeOut(tx: BrandTransaction, { stake, accounts, now }: UndoneStake): Promise<void> {
  const rows = await tx
    .select('casino_jackpot_contribution')
    .select(['jackpot_id', 'currency', 'run', 'main_micro', 'reseed_micro', 'next_micro'])
    .where('provider_id', '=', stake.providerId)
    .where('action_id', '=', stake.actionId)
    .where('undone_at', 'is', null)
    .orderBy('jackpot_id')
    .execute()
  for (const row of rows) {
    const pool = await lockPool(tx, row.jackpot_id, row.currency)
    if (!pool || pool.run !== row.run) continue
    const before = partsOf(pool)
    const after = {
      mainMicro: before.mainMicro - row.main_micro,
      reseedMicro: before.reseedMicro - row.reseed_micro,
      nextMicro: before.nextMicro - row.next_micro,
    }
    await movePool(tx, {
      ...{ kind: 'jackpot-contribution-undone', currency: row.currency, now },
      ...{ reference: `${stake.providerId}/${stake.actionId}/${row.jackpot_id}` },
      ...{ from: pool.currency_account_id, to: houseOf(accounts) },
      amountMinor: wholeMinor(totalMicro(before)) - wholeMinor(totalMicro(after)),
    })
    await keepParts(tx, pool, { ...after, stakes: pool.stakes })
    await tx
      .update('casino_jackpot_contribution', { undone_at: now })
      .where('provider_id', '=', stake.providerId)
      .where('action_id', '=', stake.actionId)
      .where('jackpot_id', '=', row.jackpot_id)
      .execute()
  }
}

async function keepParts(
  tx: BrandTransaction,
  { jackpot_id, currency }: PoolRow,
  { mainMicro, reseedMicro, nextMicro, stakes }: JackpotParts & { readonly stakes: number },
  more: Partial<
    Pick<PoolRow, 'run' | 'secret' | 'start_micro' | 'kind' | 'seed_minor' | 'cap_minor' | 'one_in_minor'> &
      Pick<PoolRow, 'drops_by' | 'started_at' | 'funded_minor'>
  > = {},
): Promise<void> {
  await tx
    .update('casino_jackpot', {
      ...{ main_micro: mainMicro, reseed_micro: reseedMicro, next_micro: nextMicro, stakes, ...more },
    })
    .where('jackpot_id', '=', jackpot_id)
    .where('currency', '=', currency)
    .execute()
}

function houseOf({ ids }: WalletAccounts): number {
  const id = ids.get('house')
  if (id === undefined) throw new Error('the wallet has locked no account of the operator')
  return id
}

/** What a pool would pay now, in minor units. */
export function amountOf({ main_micro }: Pick<PoolRow, 'main_micro'>): number {
  return Math.floor(main_micro / MICRO)
}
