import { test } from 'vitest'
import { scenarioPlayer } from './scenario-world.ts'

/** Of each machine of betting those that say most; `livery scenario run --driver browser` plays all of them. */
const CHOSEN: Readonly<Record<string, readonly string[]>> = {
  'betting/coupon': [
    'offered-again-at-the-new-price',
    'live-bet-counts-down',
    'coupon-is-saved-and-loaded',
    'beyond-the-limit-of-the-outcome',
    'placed-once',
    'one-press-places-a-bet',
    'offer-of-a-suspended-outcome',
    'unknown-until-it-is-known',
    'live-bet-whose-answer-was-lost',
  ],
  'betting/bet-offer': [
    'part-is-sold-after-the-whole-was-looked-at',
    'offer-expires-and-is-asked-for-anew',
    'worth-less-by-now-is-offered-again',
    'lost-answer-is-asked-again-by-its-name',
  ],
}

const { pass } = scenarioPlayer()

test.each(Object.entries(CHOSEN))('QA-13: %s goes on its page as its scenarios tell', (machine, names) =>
  pass(machine.replace(/^.*\//, ''), names),
)
