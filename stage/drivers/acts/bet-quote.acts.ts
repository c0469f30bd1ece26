import { getBetHistory, insureBet, quoteCashOut, quoteInsurance, sellBet } from '#calls/betting.calls.ts'
import { say } from '#cli/command-text.ts'
import type { MachineActs, PageDeed, PageSighting } from '#machines/shell/machine-acts.ts'
import type { BetHistoryAnswer, BetQuoteEvent, Scenario } from '#schemas'
import { begunAt, endOf, type PlayedStep, playedSteps } from '../browser/played-steps.ts'
import { typed } from '../browser/typed-lines.ts'

const PLACED = '2026-01-15T11:00:00.000Z'

/** A sale and an insurance as the page words them. */
const KINDS = {
  sale: {
    calls: [quoteCashOut, sellBet],
    verb: 'Cash out',
    past: 'cashed out',
    noun: 'cash-out',
    part: 'How much of the stake',
    done: /Cashed out for /,
  },
  insurance: {
    calls: [quoteInsurance, insureBet],
    verb: 'Insure',
    past: 'insured',
    noun: 'insurance',
    part: 'How much of the stake to insure',
    done: /of the stake is insured/,
  },
} as const

/** betting/bet-quote over the history of a player, who has one bet there: that of the scenario. The page is come to from a neighbour,
 *  so that the browser itself asks for the history. */
export function betQuoteActs(scenario: Scenario): MachineActs<BetQuoteEvent> {
  const { input } = scenario
  const played = playedSteps(scenario)
  const kind = input?.kind === 'insurance' ? 'insurance' : 'sale'
  const { calls, verb, past, noun, part, done } = KINDS[kind]
  const [quote, take] = calls
  const confirm = new RegExp(`^${verb} for `)
  return {
    path: '/en/office/history/mail',
    player: () => ({ hasSecondFactor: false }),
    config: { boolean: { isCouponSellAllowed: true, isPartSaleAllowed: true, isInsuranceAllowed: true } },
    answers: () => [{ call: getBetHistory, body: historyOf(scenario) }],
    toStart: [
      { do: 'click', on: { role: 'link', name: 'To the bet history', within: { role: 'main' } } },
      { do: 'click', on: { role: 'button', name: verb } },
    ],
    around: ({ step }) => ({ before: chanceFor(played, step), after: [] }),
    events: {
      'part.chosen': (event, place) => typed({ label: part }, event.text, event, place),
      'whole.chosen': [{ do: 'click', on: { role: 'button', name: 'All of it' } }],
      'quote.requested': [{ do: 'click', on: { role: 'button', name: 'Get an offer' } }],
      'quote.confirmed': [{ do: 'click', on: { role: 'button', name: confirm } }],
      'answer.asked': [{ do: 'click', on: { role: 'button', name: 'Ask now' } }],
    },
    actors: {
      askQuote: { call: quote },
      nameTaking: { own: say('driver.page_makes_name_sale'), comparable: () => null },
      take: { call: take },
    },
    shows: {
      'choosing.wrong': { text: /Enter an amount above zero/ },
      'choosing.quoted': { role: 'button', name: confirm },
      'choosing.expired': { text: `The offer has expired. Nothing was ${past}.` },
      'choosing.refused': { text: `It cannot be ${past} now` },
      taking: { text: new RegExp(`Your ${noun} is being sent`) },
      waiting: { role: 'timer' },
      unknown: { text: `It is not yet known whether the bet is ${past}` },
      done: { text: done },
    },
    comparable: withNames,
  }
}

/** A name is made as soon as it is wanted: whether the browser can make one is settled before. */
function chanceFor(played: readonly PlayedStep<unknown>[], index: number): readonly PageDeed[] {
  const begun = begunAt(played, index, 'nameTaking')
  if (begun === undefined) return []
  return [{ do: 'chance', isThere: endOf(played, begun)?.do !== 'err' }]
}

function historyOf({ input }: Scenario): BetHistoryAnswer {
  const {
    betId = 8001,
    leftMinor = 1000,
    exponent = 2,
  } = (input ?? {}) as {
    readonly betId?: number
    readonly leftMinor?: number
    readonly exponent?: number
  }
  const leg = { gameId: 1, gameName: 'Northgate – Harbour', marketTypeId: 1, typeId: 1, odds: '4.00' }
  return {
    bets: [
      {
        betId,
        betGuid: '3f0c8a52-6f0e-4c63-9a7e-0d4a1f6f9b11',
        place: 0,
        status: 1,
        betType: 'single',
        currency: 'EUR',
        exponent,
        stakeMinor: leftMinor,
        possibleMinor: leftMinor * 4,
        placedAt: PLACED,
        legs: [{ ...leg, startsAt: '2026-01-15T15:00:00.000Z' }],
      },
    ],
    page_number: 1,
    total: 1,
    dateFrom: '2026-01-09',
    dateTo: '2026-01-15',
  }
}

/** The name of a sale is made by chance: the one that the scenario writes last stands for it. */
function withNames(seen: PageSighting, { steps }: Scenario): PageSighting {
  const named = steps.find(({ actor, do: deed }) => actor?.startsWith('root/nameTaking#') === true && deed === 'ok')
  const told = (name: string, value: unknown) => (name === 'guid' && value !== null ? named?.value : value)
  return JSON.parse(JSON.stringify(seen, told)) as PageSighting
}
