import type { ConformanceCase } from './conformance-case.ts'
import { STAKE } from './conformance-table.ts'
import { demand, type NeutralStep } from './conformance-wallet.ts'
import { createFakeAggregator, seededRandom } from './fake-aggregator.ts'

const ofBet = ({ roundId, actionId: reference }: NeutralStep) => ({ roundId, reference })
const DAYS_120_MS = 120 * 86_400_000
const STORM_ROUNDS = 60

/** Cases of failures on the way, of protection, of prizes, and of what a wallet lives through. */
export const CASES_OF_LIFE: readonly ConformanceCase[] = [
  {
    id: 'W27',
    title: 'a bet whose answer was lost after it was taken is answered as it was when it comes again',
    async run(table) {
      const seat = await table.open()
      const before = await table.balance(seat)
      const bet = table.step('bet')
      const lost = await table.ask(seat, bet)
      const again = await table.does(seat, bet)
      demand(lost.rest === again.rest, `the answer was ${lost.rest}, and is ${again.rest}`)
      await table.has(seat, before - STAKE)
    },
  },
  {
    id: 'W28',
    title:
      'bets that are given up on their way, lost, doubled or overtaken by their rollback come to what the provider has',
    async run(table) {
      const seat = await table.open()
      const before = await table.balance(seat)
      const random = seededRandom(28)
      const aggregator = createFakeAggregator({
        random,
        dials: { duplicated: 0.3, dropped: 0.3, timedOut: 0.2, reordered: 0.1 },
        send: (step) => table.send(seat, table.renderer.steps(seat, [step], table.target.now())),
      })
      let due = before
      for (let round = 0; round < STORM_ROUNDS; round++) {
        const { netMinor } = await aggregator.playRound(STAKE, Math.floor(random() * 3) * STAKE)
        due += netMinor
      }
      await table.has(seat, due)
    },
  },
  {
    id: 'W29',
    title: 'a player whom protection keeps away in a round stakes no more, and is paid what is won',
    async run(table) {
      const controls = table.controls()
      const seat = await table.open({ cashMinor: 1000 })
      const bet = table.step('bet')
      await table.does(seat, bet)
      try {
        controls.keepAway('protection.time_out')
        await table.refuses(seat, ['blocked'], table.step('bet', { roundId: bet.roundId }))
        controls.keepAway('protection.stake_limit')
        await table.refuses(seat, ['limit'], table.step('bet', { roundId: bet.roundId }))
        await table.does(seat, table.step('win', { ...ofBet(bet), amountMinor: 300 }))
      } finally {
        controls.keepAway(null)
      }
      await table.has(seat, 1200)
    },
  },
  {
    id: 'W30',
    title: 'a free bet costs nothing, and what it wins is paid once',
    async run(table) {
      const seat = await table.open()
      const before = await table.balance(seat)
      const bet = table.step('bet', { isFree: true })
      await table.does(seat, bet)
      await table.has(seat, before)
      const win = table.step('win', { ...ofBet(bet), amountMinor: 300, isFree: true })
      await table.does(seat, win)
      await table.does(seat, win)
      if (table.renderer.adapter === 'swipe') {
        // Its free wins only report; what they come to is one win more.
        await table.has(seat, before)
        const total = table.step('promo', { amountMinor: 300 })
        await table.does(seat, total)
        await table.does(seat, total)
      }
      await table.has(seat, before + 300)
    },
  },
  {
    id: 'W31',
    title: 'a jackpot is paid once, and its contribution is a part of the bet',
    async run(table) {
      table.needs('jackpot', 'the protocol has no jackpots of its own: they come as wins')
      const seat = await table.open()
      const before = await table.balance(seat)
      const bet = table.step('bet')
      const jackpot = table.step('jackpot', { roundId: bet.roundId, amountMinor: 5000 })
      await table.does(seat, bet)
      await table.does(seat, jackpot)
      await table.does(seat, jackpot)
      await table.has(seat, before + 4900)
    },
  },
  {
    id: 'W32',
    title: 'a correction takes what it may, and never more than the player has',
    async run(table) {
      table.needs('adjustment', 'the protocol has no corrections')
      const seat = await table.open()
      const before = await table.balance(seat)
      const bet = table.step('bet')
      await table.does(seat, bet)
      const corrected = table.step('adjustment', { roundId: bet.roundId, amountMinor: -30 })
      await table.does(seat, corrected)
      await table.does(seat, corrected)
      await table.has(seat, before - 130)
      await table.refuses(
        seat,
        ['insufficient'],
        table.step('adjustment', { roundId: bet.roundId, amountMinor: -before }),
      )
      await table.has(seat, before - 130)
    },
  },
  {
    id: 'W33',
    title: 'a session continues with another game only where the protocol lets it',
    async run(table) {
      table.needs('game', 'the protocol names no game in its calls')
      const seat = await table.open()
      const before = await table.balance(seat)
      const bet = table.step('bet')
      if (table.renderer.adapter === 'hub88') await table.does({ ...seat, game: 'other' }, bet)
      else await table.refuses({ ...seat, game: 'other' }, ['game'], bet)
      await table.has(seat, table.renderer.adapter === 'hub88' ? before - STAKE : before)
    },
  },
  {
    id: 'W34',
    title: 'two brands may have actions and rounds of one name',
    async run(table) {
      table.controls()
      const [here, there] = [await table.open(), await table.open({ isElsewhere: true })]
      const [before, theirs] = [await table.balance(here), await table.balance(there)]
      const bet = table.step('bet')
      await table.does(here, bet)
      await table.does(there, bet)
      await table.does(there, table.step('rollback', { ...ofBet(bet), amountMinor: STAKE }))
      await table.has(here, before - STAKE)
      await table.has(there, theirs)
    },
  },
  {
    id: 'W37',
    title: 'a stake goes back to the money that it came from, whatever has happened to it since',
    async run(table) {
      const controls = table.controls()
      const seat = await table.open({ cashMinor: 1000 })
      const bonus = await controls.fromBonus(seat, 40)
      const bet = table.step('bet')
      await table.does(seat, bet)
      await table.has(seat, 940)
      demand((await bonus()) === 0, 'the bonus was not staked')
      await table.does(seat, table.step('bet', { amountMinor: 500 }))
      await table.does(seat, table.step('rollback', { ...ofBet(bet), amountMinor: STAKE }))
      await table.has(seat, 540)
      demand((await bonus()) === 40, `the bonus is ${await bonus()}, and has to be 40`)
    },
  },
  {
    id: 'W38',
    title: 'a repetition after 120 days is the same still',
    async run(table) {
      const controls = table.controls()
      const seat = await table.open({ cashMinor: 1000 })
      const bet = table.step('bet')
      const first = await table.does(seat, bet)
      controls.wait(DAYS_120_MS)
      const { rest, balanceMinor } = await table.does(seat, bet)
      demand(rest === first.rest && balanceMinor === 900, `it was answered ${rest}, with ${balanceMinor}`)
    },
  },
  {
    id: 'W39',
    title: 'a feed with a hole, one too many, another amount and another state is found in the books',
    async run(table) {
      const controls = table.controls()
      // What the cases before have left is of other moments.
      controls.wait(60_000)
      const seat = await table.open({ cashMinor: 1000 })
      const bets = Array.from({ length: 4 }, () => table.step('bet'))
      for (const bet of bets) await table.does(seat, bet)
      const [same, otherAmount, otherState, hole] = bets.map(({ actionId }) => actionId)
      const line = (actionId = '', amountMinor = STAKE) => ({ actionId, kind: 'bet' as const, amountMinor })
      const extra = table.step('bet').actionId
      const feed = [line(same), line(otherAmount, 101), { ...line(otherState), isUndone: true }, line(extra)]
      const found = await controls.reconcile(feed)
      const due = [`amount ${otherAmount}`, `status ${otherState}`, `missing_ours ${extra}`, `missing_theirs ${hole}`]
      demand(found.join() === due.join(), `what differs is ${found.join()}, and has to be ${due.join()}`)
    },
  },
  {
    id: 'W40',
    title: 'when the provider is switched off in a round, no bet is taken and the round comes to its end',
    async run(table) {
      const controls = table.controls()
      const seat = await table.open({ cashMinor: 1000 })
      const bet = table.step('bet')
      await table.does(seat, bet)
      try {
        controls.switchOff(true)
        await table.refuses(seat, ['blocked'], table.step('bet'))
        await table.does(seat, table.step('win', { ...ofBet(bet), amountMinor: 300 }))
      } finally {
        controls.switchOff(false)
      }
      await table.has(seat, 1200)
    },
  },
]
