import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, within } from 'storybook/test'
import { CouponStory, entry, filled, LOOK, TERMS } from './CouponStory.tsx'

const meta = {
  component: CouponStory,
  args: {
    state: filled([entry(1)]),
    stage: 'draft',
    look: LOOK,
    pricedAtMs: () => Date.now() - 1000,
    signInPath: '/en/login',
    balanceMinor: 100_000,
    onEvent: fn(),
  },
} satisfies Meta<typeof CouponStory>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

/** The button leads to the stake that is missing, and each stake says whose it is. */
export const StakesOfTheirOwn: Story = {
  args: {
    state: filled([entry(1), entry(2)], { betType: 'single', hasOneStake: false, stakeTexts: { '1': '5' } }),
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByRole('button', { name: 'Enter a stake' }))
    const missing = canvas.getByLabelText('Stake: Real Madrid, Real Madrid – Barcelona')
    await expect(missing).toHaveFocus()
    await userEvent.type(missing, '0.05')
    await expect(missing).toBeInvalid()
    await expect(canvas.getByLabelText('Stake: Arsenal, Arsenal – Chelsea')).toBeValid()
  },
}

/** BET-16: what was pressed is shown while it is on its way, not the coupon beside it. */
export const OnePressOnItsWay: Story = {
  args: {
    stage: 'sending',
    state: {
      ...filled([entry(1)]),
      bet: {
        coupon: filled([entry(2)], { stakeText: '3' }).coupon,
        isApproved: false,
        isOneClick: true,
        payload: { betType: 'single', events: [], summ: 300, groupsSumms: [300], checkCf: 0, approvedBet: false },
      },
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getByText(/^Real Madrid – Barcelona/)).toBeVisible()
    await expect(canvas.queryByText(/Arsenal – Chelsea/)).toBeNull()
    await expect(canvas.getAllByText('3.00 €')[0]).toBeVisible()
  },
}

/** BET-16: a stake that one press cannot place is reported where it is typed. */
export const OnePressWithoutStake: Story = {
  args: {
    state: filled([entry(1)], { isOneClick: true, oneClickStakeText: '' }, { ...TERMS, isOneClickAllowed: true }),
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getByText('Enter a stake.')).toBeVisible()
    await userEvent.type(canvas.getAllByLabelText('Stake')[0] as HTMLElement, '0.05')
    await expect(canvas.getByText('The minimum stake is 0.20 €.')).toBeVisible()
  },
}

/** BET-20: a bid pays by the price for which it waits, and its receipt names that price; it has no number of a bet. */
export const WaitingForItsPrice: Story = {
  args: {
    state: filled([entry(1)], { isAutoBet: true, autoBetCf: '2.5' }, { ...TERMS, isAutoBetAllowed: true }),
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getByText('50.00 €')).toBeVisible()
  },
}

/** BET-20: a bet that cannot wait is offered no price; one that was to wait when it became such a bet says so until that is undone. */
export const CannotWait: Story = {
  args: {
    state: filled([entry(1), entry(2)], { betType: 'chain' }, { ...TERMS, isAutoBetAllowed: true }),
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(canvas.queryByRole('checkbox', { name: 'Bet at a price' })).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'Express' }))
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Bet at a price' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Single' }))
    await expect(canvas.getByText(/Only a single bet or an express can wait/)).toBeVisible()
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Bet at a price' }))
    await expect(canvas.queryByText(/Only a single bet or an express can wait/)).toBeNull()
  },
}

/** BET-20: live, a bid may end when the score changes; before the match where bids wait on while the game is played. */
export const WaitingWhileItIsPlayed: Story = {
  args: {
    state: filled([entry(1, { kind: 1 })], { isAutoBet: true, autoBetCf: '2.5' }, { ...TERMS, isAutoBetAllowed: true }),
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const drop = canvas.getByRole('checkbox', { name: 'Cancel when the score changes' })
    await expect(drop).not.toBeChecked()
    await userEvent.click(drop)
    await expect(drop).toBeChecked()
    await expect(canvas.getByLabelText('Price to wait for')).toHaveValue('2.5')
  },
}

/** BET-20: before the match no score can change where bids end when the game begins. */
export const NoScoreBeforeTheMatch: Story = {
  args: {
    state: filled([entry(1)], { isAutoBet: true, autoBetCf: '2.5' }, { ...TERMS, isAutoBetAllowed: true }),
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(canvas.queryByRole('checkbox', { name: 'Cancel when the score changes' })).toBeNull()
  },
}

/** BET-20: before the match it is offered where bids wait on once the game begins. */
export const WaitingOnIntoTheGame: Story = {
  args: {
    state: filled(
      [entry(1)],
      { isAutoBet: true, autoBetCf: '2.5', isDroppedOnScore: true },
      { ...TERMS, isAutoBetAllowed: true, isAutoBetContinuedLive: true },
    ),
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getByRole('checkbox', { name: 'Cancel when the score changes' })).toBeChecked()
  },
}

/** BET-20: the receipt says that a changed score ends it. */
export const LiveBidReceipt: Story = {
  args: {
    stage: 'accepted',
    state: {
      ...filled([]),
      receipt: {
        betId: 4,
        isAutoBet: true,
        stakeMinor: 2000,
        coupon: filled([entry(1, { kind: 1 })], { isAutoBet: true, autoBetCf: '2,5', isDroppedOnScore: true }).coupon,
      },
    },
  },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText(/as soon as the score changes/)).toBeVisible()
  },
}

export const BidReceipt: Story = {
  args: {
    stage: 'accepted',
    state: {
      ...filled([]),
      receipt: {
        betId: 4,
        isAutoBet: true,
        stakeMinor: 2000,
        coupon: filled([entry(1)], { isAutoBet: true, autoBetCf: '2,5' }).coupon,
      },
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getByText('2.5')).toBeVisible()
    await expect(canvas.queryByText('Bet number')).toBeNull()
  },
}
