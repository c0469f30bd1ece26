import { test } from 'vitest'
import { scenarioPlayer } from './scenario-world.ts'

/** Ten seconds for each story of the longest of them. */
const ALL_MS = { timeout: 2_000_000 }

const { goes } = scenarioPlayer()

test('PLACE-7, BET-13, QA-13: bets are sold and insured on their page as the stories tell', ALL_MS, () =>
  goes('bet-quote'),
)

test('PLACE-7, BET-13, QA-13: the sale of a bet plays on its page as all generated stories say', ALL_MS, () =>
  goes('bet-quote/generated', {
    'on the page root/nameTaking is over by then: the page makes the name of a sale itself, at once': [
      'naming-ignores-answer-asked',
      'naming-ignores-quote-confirmed',
      'naming-ignores-quote-requested',
      'naming-ignores-part-chosen',
      'naming-ignores-whole-chosen',
    ],
  }),
)

test('BET-1, PLACE-1, PLACE-3, PLACE-5, QA-13: the coupon plays on its page as the stories say', ALL_MS, () =>
  goes('coupon', {
    'on the page root/restore is over by then: the page reads its storage at once': ['storage-is-closed'],
  }),
)

test('BET-1, PLACE-1, QA-13: the coupon plays on its page as all generated stories say', ALL_MS, () =>
  goes('coupon/generated'),
)
