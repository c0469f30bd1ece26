import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { proveBooks } from '#cli/ledger/ledger-verify.ts'
import type { JackpotsAnswer } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { listCurrencyAccounts } from '#server/money/currency-accounts.ts'
import { BENCH_BRAND } from '#tools/bench/loads/bench-brand.ts'
import { type Bettor, newBettor, openBeside, send } from '#tools/bench/loads/bettors.ts'
import { createRecorder, type Recorder } from './act-recorder.ts'
import { readEntries } from './cluster-books.ts'
import { createPlayers, MINOR, STAKE_MINOR, watchTable } from './cluster-players.ts'
import type { Cluster } from './cluster-world.ts'
import { checkHistory, checkPrices } from './history-checker.ts'
import { type Caller, createCaller, unlessAway } from './insistent-caller.ts'
import { createLimitedPlayer } from './limited-player.ts'
import { createLotteryPlayers } from './lottery-players.ts'
import { createProvider, findPushed, pricesOf, watchPrice } from './price-watchers.ts'
import { createPublisher } from './publisher.ts'
import { createPushReader } from './push-readers.ts'

const PLAYERS = 3
const WATCHERS = 2
const FUNDS_MINOR = 10_000_000
const TABLE = 'crash'
/** Until every payment, round and ticket that was left in doubt is known: draws come every minute, a round of bingo takes longer. */
const KNOWN_WITHIN_MS = 150_000
const SEEN_WITHIN_MS = 20_000
/** A message that a dying process had taken is sent by another one after a minute. */
const TOLD_WITHIN_MS = 90_000
const LOOK_EVERY_MS = 200
/** What moves players' cash in a storm. */
const MOVED = [
  'bet-hold',
  'payment-deposit',
  'payment-hold',
  'casino-bet',
  'casino-win',
  'lottery-stake',
  'lottery-win',
]

/** Players of everything, a provider of prices, an operator who publishes and writes, and who looks at what all of them do. */
export type Storm = Awaited<ReturnType<typeof prepareStorm>>

/** Makes what a storm needs. */
export async function prepareStorm(cluster: Cluster) {
  const { proxy, data, selection, owner, push: service } = cluster
  const recorder = createRecorder()
  const caller = createCaller(proxy.port)
  const people: Bettor[] = []
  for (let player = 0; player < PLAYERS + 1; player += 1) people.push(await newBettor(proxy.port, data, FUNDS_MINOR))
  const [careful, ...bettors] = people as [Bettor, ...Bettor[]]
  const beside = await openBeside(data)
  const door = forBrand(beside.db, BENCH_BRAND)
  const [account] = await door.transaction((tx) => listCurrencyAccounts(tx, careful.accountId))
  const currency = account?.currency ?? ''
  const players = createPlayers({ port: proxy.port, currency, selection, caller, recorder })
  const lotteries = createLotteryPlayers(caller, recorder)
  const limited = createLimitedPlayer(careful, caller, recorder, players.deposit)
  const reader = await createPushReader(careful, caller, { service, beside, recorder })
  const publisher = createPublisher(owner, recorder)
  const provider = createProvider(proxy.port, recorder)
  await provider.open()
  const pushed = await findPushed(beside)
  const watchers = Array.from({ length: WATCHERS }, () => watchPrice(proxy.port, pushed))
  const owners = new Set<string>()
  /** Looks at who runs the table of the crash game. */
  const watchLease = async () => {
    while (!recorder.isOver()) {
      const rows = await door
        .transaction((tx) => tx.select('casino_table').select('owner').where('table_id', '=', TABLE).execute())
        .catch(unlessAway)
      for (const { owner: name } of rows ?? []) if (name !== null) owners.add(name)
      await delay(LOOK_EVERY_MS)
    }
  }
  const run = (faults: () => Promise<void>) =>
    Promise.all([
      ...bettors.flatMap(players.play),
      ...bettors.flatMap(lotteries.play),
      ...[limited.play(), reader.run(), publisher.run(), provider.run(), watchLease()],
      faults().finally(recorder.end),
    ])
  return {
    ...{ cluster, recorder, caller, careful, bettors, people, beside, door, players, lotteries, limited, reader },
    ...{ publisher, provider, watchers, owners, run, leaveTable: watchTable(proxy.port, TABLE) },
    async close(): Promise<void> {
      recorder.end()
      for (const watcher of watchers) watcher.close()
      await beside.close()
    },
  }
}

/** Waits until so many more acts were answered. */
export async function answered({ acts }: Recorder, more: number): Promise<void> {
  const former = acts.length
  while (acts.length < former + more) await delay(LOOK_EVERY_MS / 10)
}

/** Holds all that was answered in a storm against what the books, the history of the brand and the devices have. */
export async function expectNothingLost(storm: Storm, most: { readonly doubledPushes: number }): Promise<void> {
  const { recorder, bettors, people, players, lotteries, beside, leaveTable } = storm
  // A provider that is silent for long has no prices any more.
  await expectPricesAndPublishes(storm)
  for (const bettor of bettors) await players.askAgain(bettor, 20)
  leaveTable()
  await expect.poll(() => inDoubt(storm), { timeout: KNOWN_WITHIN_MS, interval: LOOK_EVERY_MS }).toEqual([])
  for (const bettor of bettors) {
    await lotteries.askPayouts(bettor)
    await addJackpots(recorder, storm.caller, bettor)
  }
  const ids = people.map(({ accountId }) => accountId)
  const entries = await readEntries(beside, ids)
  const { acts, readings } = recorder
  const history = { acts, readings, entries, fundsMinor: FUNDS_MINOR }
  expect(checkHistory(history)).toEqual([])
  expect(entries.map(({ part }) => part.split(' ')[0])).toEqual(expect.arrayContaining(MOVED))
  // The same history would not pass with an act less or an act more.
  const first = acts.find(({ outcome, minor }) => outcome === 'done' && minor === -STAKE_MINOR)
  const doubled = entries.flatMap((entry) => (entry.act === first?.name ? [entry, entry] : [entry]))
  const kindsOf = (changed: typeof entries) => checkHistory({ ...history, entries: changed }).map(({ kind }) => kind)
  expect(kindsOf(entries.filter(({ act }) => act !== first?.name))).toContain('lost')
  expect(kindsOf(doubled)).toContain('doubled')
  expect((await proveBooks(beside.db)).brands.flatMap(({ breaks }) => breaks)).toEqual([])
  await expectLimitsAndPushes(storm, most)
}

/** What is neither done nor given up yet. */
async function inDoubt({ door }: Storm): Promise<readonly { readonly state: string }[]> {
  return door.transaction(async (tx) => [
    ...(await tx.select('bet_reservation').select('state').where('state', '=', 'held').execute()),
    ...(await tx.select('casino_round').select('state').where('state', '!=', 'closed').execute()),
    ...(await tx
      .select('payment')
      .select('state')
      .where('state', 'not in', ['succeeded', 'paid', 'failed'] as never)
      .execute()),
    ...(await tx.select('lottery_ticket').select('state').where('state', 'in', ['open', 'judged']).execute()),
    ...(await tx.select('lottery_bingo_ticket').select('state').where('state', '=', 'open').execute()),
  ])
}

/** Adds the jackpots that players were told they had won. They come unasked, so their place in the books is not checked, only that they are there. */
async function addJackpots({ acts, now }: Recorder, { read }: Caller, player: Bettor): Promise<void> {
  const { won } = await read<JackpotsAnswer>(player, '/web-api/casino/jackpots')
  const of = { player: player.accountId, askedAt: 0, answeredAt: now(), outcome: 'done' as const }
  for (const { roundId, amountMinor: minor } of won)
    acts.push({ ...of, name: `jackpot ${roundId}`, minor, ids: [roundId] })
}

/** Every watcher has seen prices rise to the last one, and every process serves what was published last; the history has each publish once. */
async function expectPricesAndPublishes({ provider, watchers, publisher, cluster }: Storm): Promise<void> {
  const last = provider.acknowledged.at(-1)
  await expect
    .poll(() => watchers.map((watcher) => watcher.last()), { timeout: SEEN_WITHIN_MS })
    .toEqual(watchers.map(() => last))
  expect(checkPrices(pricesOf(provider.acknowledged, watchers))).toEqual([])
  const { acknowledged } = publisher
  expect(acknowledged.length).toBeGreaterThan(2)
  expect(await publisher.published()).toEqual(acknowledged)
  for (const { port } of cluster.engines)
    await expect
      .poll(async () => (await send(port, '/en', { headers: {} })).body.includes(`>${acknowledged.at(-1)}<`), {
        timeout: SEEN_WITHIN_MS,
      })
      .toBe(true)
}

/** A limit held at every process as soon as it was answered, and each message has reached the device, once unless its process died. */
async function expectLimitsAndPushes(
  { limited, reader, recorder, careful }: Storm,
  { doubledPushes }: { readonly doubledPushes: number },
): Promise<void> {
  expect(limited.faults).toEqual([])
  const paidIn = recorder.acts
    .filter(({ player, outcome }) => player === careful.accountId && outcome === 'done')
    .reduce((sum, { minor }) => sum + minor, 0)
  expect(paidIn).toBe(limited.most * MINOR)
  expect(limited.refusals.length).toBeGreaterThan(0)
  expect(limited.refusals.filter((refusal) => !refusal.includes('limit'))).toEqual([])
  const lost = () => {
    const told = new Set(reader.told())
    return reader.written.filter((tag) => !told.has(tag))
  }
  await expect.poll(lost, { timeout: TOLD_WITHIN_MS, interval: LOOK_EVERY_MS }).toEqual([])
  const told = reader.told()
  expect(told.length - new Set(told).size).toBeLessThanOrEqual(doubledPushes)
}
