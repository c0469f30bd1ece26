import type { ConformanceCase } from './conformance-case.ts'
import { type ConformanceTable, STAKE } from './conformance-table.ts'
import { demand, type NeutralStep, NotApplicable, type Seat } from './conformance-wallet.ts'

const ofBet = ({ roundId, actionId: reference }: NeutralStep) => ({ roundId, reference })

/** Undoes an action; the amount is that of the action, as some protocols say it. */
const undoing = (table: ConformanceTable, target: NeutralStep) =>
  table.step('rollback', { ...ofBet(target), amountMinor: target.amountMinor })

async function seated(table: ConformanceTable): Promise<{ seat: Seat; before: number }> {
  const seat = await table.open()
  return { seat, before: await table.balance(seat) }
}

/** Cases of bets, wins and rollbacks in their order, out of it and again. */
export const CASES_OF_ROUNDS: readonly ConformanceCase[] = [
  {
    id: 'W5',
    title: 'a bet takes its stake, and its answer tells what is left',
    async run(table) {
      const { seat, before } = await seated(table)
      const { balanceMinor } = await table.does(seat, table.step('bet'))
      demand(balanceMinor === before - STAKE, `the answer tells ${balanceMinor} of ${before - STAKE}`)
      await table.has(seat, before - STAKE)
    },
  },
  {
    id: 'W6',
    title: 'a bet and its win in one call are both done',
    async run(table) {
      table.needs('batch', 'the protocol has one action in a call')
      const { seat, before } = await seated(table)
      const bet = table.step('bet')
      await table.does(seat, bet, table.step('win', { ...ofBet(bet), amountMinor: 250, endsRound: true }))
      await table.has(seat, before + 150)
    },
  },
  {
    id: 'W7',
    title: 'a bet and its win in two calls are both done',
    async run(table) {
      const { seat, before } = await seated(table)
      const bet = table.step('bet')
      await table.does(seat, bet)
      await table.does(seat, table.step('win', { ...ofBet(bet), amountMinor: 250 }))
      await table.has(seat, before + 150)
    },
  },
  {
    id: 'W8',
    title: 'a bet of more than the player has is refused, with what the player has',
    async run(table) {
      const { seat, before } = await seated(table)
      const answer = await table.refuses(seat, ['insufficient'], table.step('bet', { amountMinor: before + 1 }))
      const isTold = !table.renderer.abilities.has('refused_balance') || answer.balanceMinor === before
      demand(isTold, `the refusal tells ${answer.balanceMinor}, and has to tell ${before}`)
      await table.has(seat, before)
    },
  },
  {
    id: 'W9',
    title:
      'the same bet, win and rollback again and again are one each, and their answers are the same except for the balance',
    async run(table) {
      const { seat, before } = await seated(table)
      const bet = table.step('bet')
      const other = table.step('bet')
      const win = table.step('win', { ...ofBet(bet), amountMinor: 300 })
      const { target } = table
      await table.does(seat, other)
      for (const one of [bet, win, undoing(table, other)]) {
        const first = await table.does(seat, one)
        for (let again = 0; again < target.many * 5; again++) {
          const call = table.renderer.steps(seat, [one], target.now())
          const { isDone, rest } = await table.send(seat, call)
          demand(isDone && rest === first.rest, `a repetition was answered ${rest}, and not ${first.rest}`)
        }
      }
      await table.has(seat, before + 200)
    },
  },
  {
    id: 'W10',
    title: 'another amount, round, game or player under the name of a bet is refused',
    async run(table) {
      const { seat, before } = await seated(table)
      const bet = table.step('bet')
      await table.does(seat, bet)
      await table.refuses(seat, ['conflict'], { ...bet, amountMinor: STAKE + 1 })
      await table.refuses(seat, ['conflict'], { ...bet, roundId: table.step('bet').roundId })
      if (table.renderer.abilities.has('game'))
        await table.refuses({ ...seat, game: 'other' }, ['conflict', 'game'], bet)
      await table.has(seat, before - STAKE)
      if (!table.target.controls) return
      const stranger = await table.open()
      const theirs = await table.balance(stranger)
      await table.refuses(stranger, ['conflict'], bet)
      await table.has(stranger, theirs)
    },
  },
  {
    id: 'W11',
    title: 'many equal bets at once are one',
    async run(table) {
      const { seat, before } = await seated(table)
      const bet = table.step('bet')
      const answers = await Promise.all(
        Array.from({ length: table.target.many }, () =>
          table.send(seat, table.renderer.steps(seat, [bet], table.target.now())),
        ),
      )
      demand(
        answers.every(({ isDone }) => isDone),
        'one of equal bets was refused',
      )
      await table.has(seat, before - STAKE)
    },
  },
  {
    id: 'W12',
    title: 'of a hundred bets at once as many are taken as the money is for',
    async run(table) {
      table.controls()
      const seat = await table.open({ cashMinor: 60 * STAKE })
      const answers = await Promise.all(
        Array.from({ length: 100 }, () =>
          table.send(seat, table.renderer.steps(seat, [table.step('bet')], table.target.now())),
        ),
      )
      const taken = answers.filter(({ isDone }) => isDone).length
      demand(taken === 60, `${taken} bets were taken of money for 60`)
      await table.has(seat, 0)
    },
  },
  {
    id: 'W13',
    title: 'a rollback gives a bet back',
    async run(table) {
      const { seat, before } = await seated(table)
      const bet = table.step('bet')
      await table.does(seat, bet)
      await table.does(seat, undoing(table, bet))
      await table.has(seat, before)
    },
  },
  {
    id: 'W14',
    title: 'a rollback gives a bet back once, whatever it is called',
    async run(table) {
      const { seat, before } = await seated(table)
      const bet = table.step('bet')
      await table.does(seat, bet)
      for (let again = 0; again < 3; again++) await table.does(seat, undoing(table, bet))
      await table.has(seat, before)
    },
  },
  {
    id: 'W15',
    title: 'a rollback that comes before its bet is taken, and the bet is never taken after it',
    async run(table) {
      const { seat, before } = await seated(table)
      const bet = table.step('bet')
      await table.does(seat, undoing(table, bet))
      await table.refuses(seat, ['conflict'], bet)
      await table.refuses(seat, ['conflict'], bet)
      await table.has(seat, before)
    },
  },
  {
    id: 'W16',
    title: 'rollbacks that come before a bet and its win keep both away',
    async run(table) {
      const { seat, before } = await seated(table)
      const bet = table.step('bet')
      const win = table.step('win', { ...ofBet(bet), amountMinor: 300 })
      await table.does(seat, undoing(table, win))
      await table.does(seat, undoing(table, bet))
      if (table.renderer.abilities.has('batch')) await table.refuses(seat, ['conflict'], bet, win)
      await table.refuses(seat, ['conflict'], bet)
      await table.refuses(seat, ['conflict', 'unknown'], win)
      await table.has(seat, before)
    },
  },
  {
    id: 'W17',
    title: 'a bet whose win stands is not given back until the win is taken back',
    async run(table) {
      const { seat, before } = await seated(table)
      const bet = table.step('bet')
      const win = table.step('win', { ...ofBet(bet), amountMinor: 300 })
      await table.does(seat, bet)
      await table.does(seat, win)
      await table.refuses(seat, ['conflict', 'other'], undoing(table, bet))
      await table.has(seat, before + 200)
      await table.does(seat, undoing(table, win))
      await table.does(seat, undoing(table, bet))
      await table.has(seat, before)
    },
  },
  {
    id: 'W18',
    title: 'a win that was spent is taken back only where the player may owe it, and no balance is below zero',
    async run(table) {
      const controls = table.controls()
      const seat = await table.open({ cashMinor: STAKE })
      const bet = table.step('bet')
      const win = table.step('win', { ...ofBet(bet), amountMinor: 500 })
      for (const one of [bet, win, table.step('bet', { amountMinor: 450 })]) await table.does(seat, one)
      const undo = undoing(table, win)
      await table.refuses(seat, ['insufficient', 'other'], undo)
      await table.has(seat, 50)
      controls.owesSpentWins(true)
      await table.does(seat, undo)
      controls.owesSpentWins(false)
      await table.has(seat, 0)
    },
  },
  {
    id: 'W19',
    title: 'a win without its bet is refused, and paid once the bet is there',
    async run(table) {
      const { seat, before } = await seated(table)
      const bet = table.step('bet')
      const win = table.step('win', { ...ofBet(bet), amountMinor: 300 })
      await table.refuses(seat, ['unknown'], win)
      await table.has(seat, before)
      await table.does(seat, bet)
      await table.does(seat, win)
      await table.has(seat, before + 200)
    },
  },
  {
    id: 'W20',
    title: 'a win of nothing ends its round',
    async run(table) {
      const { seat, before } = await seated(table)
      const bet = table.step('bet')
      await table.does(seat, bet)
      await table.does(seat, table.step('win', { ...ofBet(bet), amountMinor: 0, endsRound: true }))
      await table.refuses(seat, ['other', 'conflict'], table.step('bet', { roundId: bet.roundId }))
      await table.has(seat, before - STAKE)
    },
  },
  {
    id: 'W21',
    title: 'two bets of one round are both taken, and both won or given back by themselves',
    async run(table) {
      const { seat, before } = await seated(table)
      const one = table.step('bet')
      const other = table.step('bet', { roundId: one.roundId, amountMinor: 200 })
      await table.does(seat, one)
      await table.does(seat, other)
      await table.has(seat, before - 300)
      await table.does(seat, undoing(table, one))
      await table.does(seat, table.step('win', { ...ofBet(other), amountMinor: 700 }))
      await table.has(seat, before + 500)
    },
  },
  {
    id: 'W22',
    title: 'a win after the end of its round is refused, and a prize is paid',
    async run(table) {
      const { seat, before } = await seated(table)
      const bet = table.step('bet')
      await table.does(seat, bet)
      await table.does(seat, table.step('win', { ...ofBet(bet), amountMinor: 0, endsRound: true }))
      await table.refuses(seat, ['other', 'conflict'], table.step('win', { ...ofBet(bet), amountMinor: 300 }))
      await table.does(seat, table.step('promo', { roundId: bet.roundId, amountMinor: 40 }))
      await table.has(seat, before - 60)
    },
  },
  {
    id: 'W26',
    title: 'steps of one call are done together or not at all',
    async run(table) {
      table.needs('batch', 'the protocol has one action in a call')
      const { seat, before } = await seated(table)
      const bet = table.step('bet')
      const tooMuch = table.step('bet', { roundId: bet.roundId, amountMinor: before })
      const answer = await table.refuses(seat, ['insufficient'], bet, tooMuch)
      demand(answer.balanceMinor === before, `the refusal tells ${answer.balanceMinor}, and has to tell ${before}`)
      await table.has(seat, before)
      await table.does(seat, bet)
    },
  },
  {
    id: 'W36',
    title: 'a reversal that is an ordinary action with a flag undoes what it names',
    async run() {
      throw new NotApplicable('none of the protocols reverses by a flag')
    },
  },
]
