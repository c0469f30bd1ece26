import type { ConformanceCase } from './conformance-case.ts'
import { STAKE } from './conformance-table.ts'
import { demand } from './conformance-wallet.ts'

/** Cases of signatures, of how calls are written, and of who may call when. */
export const CASES_OF_CALLS: readonly ConformanceCase[] = [
  {
    id: 'W1',
    title: 'a signature that is missing, cut short or of other bytes moves nothing',
    async run(table) {
      const seat = await table.open()
      const before = await table.balance(seat)
      const { renderer, target } = table
      const bet = renderer.steps(seat, [table.step('bet')], target.now())
      const asked = [bet, renderer.balance(seat, target.now())].flatMap((call) => renderer.forged(call).slice(0, 5))
      for (const call of asked) {
        const { isDone, refusal, rest } = await table.send(seat, call)
        demand(!isDone && refusal === 'signature', `a forged call was answered ${rest}`)
      }
      await table.has(seat, before)
    },
  },
  {
    id: 'W2',
    title: 'a call whose body or address was written another way after it was signed moves nothing',
    async run(table) {
      const seat = await table.open()
      const before = await table.balance(seat)
      const { renderer, target } = table
      const calls = [renderer.steps(seat, [table.step('bet')], target.now()), renderer.balance(seat, target.now())]
      for (const call of calls.flatMap((one) => renderer.forged(one).slice(5))) {
        const { isDone, refusal, rest } = await table.send(seat, call)
        demand(!isDone && refusal === 'signature', `a call that was written another way was answered ${rest}`)
      }
      await table.has(seat, before)
    },
  },
  {
    id: 'W3',
    title: 'a call that was signed ten minutes ago or from now is refused, and the very same call again is the same',
    async run(table) {
      table.needs('clock', 'its signatures carry no time')
      const seat = await table.open()
      const before = await table.balance(seat)
      const { renderer, target } = table
      const now = target.now().getTime()
      for (const off of [-600_000, 600_000]) {
        const call = renderer.steps(seat, [table.step('bet')], new Date(now + off))
        const { isDone, refusal } = await table.send(seat, call)
        demand(!isDone && refusal === 'signature', 'a call of another time was taken')
      }
      const call = renderer.steps(seat, [table.step('bet')], target.now())
      const [one, other] = [await table.send(seat, call), await table.send(seat, call)]
      demand(
        one.isDone && other.isDone && one.rest === other.rest,
        `one call was answered ${one.rest} and ${other.rest}`,
      )
      await table.has(seat, before - STAKE)
    },
  },
  {
    id: 'W4',
    title: 'the balance is given, and asking for it changes nothing',
    async run(table) {
      const seat = await table.open()
      const before = await table.balance(seat)
      await table.has(seat, before)
    },
  },
  {
    id: 'W23',
    title: 'after the end of the session a bet is refused, and wins and rollbacks are taken',
    async run(table) {
      const controls = table.controls()
      const seat = await table.open({ cashMinor: 1000 })
      const [won, undone] = [table.step('bet'), table.step('bet')]
      await table.does(seat, won)
      await table.does(seat, undone)
      await controls.expire(seat)
      await table.refuses(seat, ['session'], table.step('bet'))
      await table.does(seat, table.step('win', { roundId: won.roundId, reference: won.actionId, amountMinor: 300 }))
      const rollback = { roundId: undone.roundId, reference: undone.actionId, amountMinor: STAKE }
      const { balanceMinor } = await table.does(seat, table.step('rollback', rollback))
      demand(balanceMinor === 1200, `the player has ${balanceMinor}, and has to have 1200`)
    },
  },
  {
    id: 'W24',
    title: 'before the launch has answered nothing is taken',
    async run(table) {
      table.controls()
      const seat = await table.open({ isLaunched: false })
      const { renderer, target } = table
      const told = await table.send(seat, renderer.balance(seat, target.now()))
      demand(!told.isDone, 'the balance was given before the launch')
      await table.refuses(seat, ['session'], table.step('bet'))
      await table.refuses(seat, ['session'], table.step('promo'))
    },
  },
  {
    id: 'W25',
    title: 'amounts with three decimals, exponents, signs or too many digits, and other currencies, move nothing',
    async run(table) {
      const seat = await table.open()
      const before = await table.balance(seat)
      const { renderer, target } = table
      for (const kind of ['bet', 'promo'] as const)
        for (const call of renderer.wrongAmounts(seat, table.step(kind), target.now())) {
          const { isDone, refusal, rest } = await table.send(seat, call)
          const isRefused = !isDone && (refusal === 'malformed' || refusal === 'other')
          demand(isRefused, `the call ${call.body} was answered ${rest}`)
        }
      if (renderer.abilities.has('currency'))
        await table.refuses({ ...seat, currency: 'USD' }, ['currency'], table.step('bet'))
      await table.has(seat, before)
    },
  },
  {
    id: 'W35',
    title: 'a field that a provider adds does not keep its call away',
    async run(table) {
      const seat = await table.open()
      const before = await table.balance(seat)
      const call = table.renderer.withNewField(seat, table.step('bet'), table.target.now())
      const { isDone, rest } = await table.send(seat, call)
      demand(isDone, `a call with a new field was answered ${rest}`)
      await table.has(seat, before - STAKE)
    },
  },
]
