import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, within } from 'storybook/test'
import type { CouponFreebet, CouponToken } from '#schemas'
import { CouponStory, entry, filled, LOOK, TERMS } from './CouponStory.tsx'

const WITHOUT_STAKE: CouponFreebet = {
  ...{ code: 'F90012', name: 'A free bet for your code', stakeMinor: 1000, isStakeReturned: false },
  ...{ promoCode: 'SUMMER', expiresAt: '2026-01-15T15:00:00.000Z' },
}
const WITH_STAKE: CouponFreebet = { code: 'F90013', name: 'Welcome', stakeMinor: 500, isStakeReturned: true }
const POWER: CouponToken = {
  ...{ code: 'T90014', kind: 'powerbet', name: 'Power bet of the day', percentE4: 1000, maximumMinor: 5000 },
  ...{ minimumStakeMinor: 200, minimumOddsE3: 1500, minimumLegs: 1 },
}
const PROMO_TERMS = { ...TERMS, isPromoAllowed: true }

const meta = {
  component: CouponStory,
  args: {
    state: filled([entry(3)], {}, PROMO_TERMS),
    stage: 'draft',
    look: LOOK,
    pricedAtMs: () => Date.now() - 1000,
    signInPath: '/en/login',
    balanceMinor: 0,
    freebets: {
      all: [WITHOUT_STAKE, WITH_STAKE],
      tokens: [],
      named: (typed) => (typed.toUpperCase().replace('-', '') === WITHOUT_STAKE.promoCode ? WITHOUT_STAKE : undefined),
    },
    onEvent: fn(),
  },
} satisfies Meta<typeof CouponStory>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

/** BET-14: a press stakes the free bet as a whole, without any money, and shows what it really pays: the winnings, or all. */
export const Chosen: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const payout = () => canvas.getAllByText('Possible payout').at(-1)?.parentElement?.textContent
    await expect(canvas.getByRole('button', { name: /Insufficient balance/ })).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: /Free bet of 10\.00/ }))
    await expect(payout()).toBe('Possible payout24.00\u00a0€')
    await expect(canvas.queryByLabelText('Stake')).toBeNull()
    await expect(canvas.getByRole('button', { name: /^Place free bet · 10\.00/ })).toBeEnabled()
    await userEvent.click(canvas.getByRole('button', { name: /Free bet of 5\.00/ }))
    await expect(payout()).toBe('Possible payout17.00\u00a0€')
    await userEvent.click(canvas.getByRole('button', { name: /Free bet of 5\.00/ }))
    await expect(canvas.getByLabelText('Stake')).toHaveValue('')
  },
}

/** A code that is typed chooses its free bet, however it is written. */
export const TypedCode: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(canvas.getByLabelText('Promo code'), 'sum-mer')
    await expect(canvas.getByRole('button', { name: /Free bet of 10\.00/ })).toHaveAttribute('aria-pressed', 'true')
    await expect(canvas.queryByLabelText('Promo code')).toBeNull()
  },
}

/** A free bet pays one bet: several single ones are to be made one, or the free bet is left out. */
export const OnSeveralBets: Story = {
  args: {
    state: filled([entry(1), entry(2)], { betType: 'single', promo: 'F90012', freebet: WITHOUT_STAKE }, PROMO_TERMS),
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getByText(/A free bet pays one single bet or one express/)).toBeVisible()
  },
}

/** PROMO-19: a power bet is put on the bet by a press, whose stake the player's own money pays; what it asks of the bet is said. */
export const PowerBet: Story = {
  args: { balanceMinor: 10_000, freebets: { all: [], tokens: [POWER], named: () => undefined } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const power = canvas.getByRole('button', { name: /Power bet of the day/ })
    await userEvent.click(power)
    await expect(power).toHaveAttribute('aria-pressed', 'true')
    await expect(canvas.queryByLabelText('Promo code')).toBeNull()
    await expect(canvas.getByText(/^Needs a stake of 2\.00/)).toBeVisible()
    await userEvent.click(power)
    await expect(canvas.getByLabelText('Promo code')).toHaveValue('')
  },
}
