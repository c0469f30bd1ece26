import { say } from '#cli/command-text.ts'
import type { CouponEntry, Scenario, ScenarioAccount, ScenarioGiven } from '#schemas'
import { isCouponFeedChange as isChange } from '#schemas/generated/validators/betting.js'
import { forBrand } from '#server/db/for-brand.ts'
import { correctBalance } from '#server/money/ledger-correction.ts'
import { type ScenarioBook, scenarioBook } from './betting-book.ts'
import type { GivenPlace, HttpWorld } from './http-machine.ts'
import { makeGiven } from './scenario-given.ts'

/** Currency of the brands of scenarios, and its decimal places. */
export const CURRENCY = { code: 'EUR', exponent: 2 } as const

/** What a scenario of betting happens in: a book of its games and, where somebody has signed in, a player with money. */
export interface BettingWorld extends HttpWorld {
  /** Makes it what it is at this moment: called before each call, and made when the first one needs it. */
  present(): Promise<PresentWorld>
}

export interface PresentWorld {
  readonly book: ScenarioBook
  readonly place: GivenPlace
  /** Leaves the player nothing that could be staked. */
  spendAll(): Promise<void>
}

/** What is offered to everybody who bets in a scenario. */
const OFFERED = {
  boolean: {
    isOneClickBetAllowed: true,
    isAutoBetAllowed: true,
    isCouponSaveLoadAllowed: true,
    isCouponSellAllowed: true,
    isPartSaleAllowed: true,
  },
} as const
const PURSE_MINOR = 100_000
const NUMBER = '7001'
const PLAYER = {
  email: 'anna@mail.example',
  password: 'a sentence of my own',
  number: NUMBER,
  isSignedIn: true,
}

/** @param entries outcomes that the book holds when the scenario begins   @param hasPlayer whether somebody has signed in */
export function bettingWorld(
  scenario: Scenario,
  of: {
    readonly config: NonNullable<ScenarioGiven['config']>
    readonly entries: readonly CouponEntry[]
    readonly hasPlayer: boolean
  },
): BettingWorld {
  let place: GivenPlace | undefined
  let made: Promise<PresentWorld> | undefined
  let [played, followed] = [0, 0]

  async function make(): Promise<PresentWorld> {
    if (!place) throw new Error(say('driver.story_betting_begun_without'))
    const { server } = place
    const book = scenarioBook(server.database.db, () => new Date(server.clock.nowMs))
    await book.lay(of.entries)
    if (of.hasPlayer) await makeGiven({ accounts: [PLAYER as unknown as ScenarioAccount] }, place)
    const present = { book, place, spendAll: () => correct(place as GivenPlace, -PURSE_MINOR) }
    if (of.hasPlayer) await correct(place, PURSE_MINOR)
    return present
  }

  return {
    config: { ...OFFERED, ...of.config },
    enter(entered) {
      place = entered
    },
    moveTo(steps) {
      played = steps
    },
    async present() {
      made ??= make()
      const present = await made
      for (; followed < played; followed += 1) {
        const event = scenario.steps[followed]?.event as
          | { readonly type?: string; readonly change?: unknown }
          | undefined
        if (event?.type === 'feed.changed' && isChange(event.change)) await present.book.follow(event.change)
      }
      return present
    },
  }
}

/** Moves money of the player by hand, as an operator does. */
async function correct({ server, brandId, scope }: GivenPlace, amountMinor: number): Promise<void> {
  const now = new Date(server.clock.nowMs)
  const accountId = Number(scope.standIns.get(NUMBER)?.())
  const correction = { accountId, currency: CURRENCY.code, amountMinor, reference: `story-${amountMinor}`, now }
  await forBrand(server.database.db, brandId).transaction((tx) =>
    correctBalance(tx, { ...correction, reason: 'story' }),
  )
}
