import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, within } from 'storybook/test'
import { SAMPLE_TERMS } from '#machines/betting/coupon/coupon.contract.ts'
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

/** The amount is in the button. */
export const Single: Story = {
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Place bet · 20.00\u00a0€' }))
    await expect(args.onEvent).toHaveBeenLastCalledWith({ type: 'bet.confirmed' })
  },
}

export const Empty: Story = { args: { state: filled([]) } }

export const Restoring: Story = { args: { stage: 'restoring' } }

/** Every reason is shown beside the button, with its remedy. */
export const HeldBack: Story = {
  args: {
    state: {
      ...filled(
        [
          entry(1, { odds: '1.70' }),
          entry(2, { isSuspended: true, kind: 1 }),
          entry(3, { parameter: '6.5', agreedParameter: '5.5' }),
          entry(4, { mainGameId: 1 }),
        ],
        { stakeText: '0.10' },
      ),
      isFeedLive: false,
      notice: { code: 'bet_held_back' },
    },
  },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getByRole('button', { name: 'Minimum stake 0.20\u00a0€' })).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Accept changes' }))
    await expect(args.onEvent).toHaveBeenLastCalledWith({ type: 'coupon.edited', edit: { kind: 'prices_accepted' } })
  },
}

/** A guest keeps the coupon, and is led to the sign-in. */
export const Guest: Story = {
  args: { state: { ...filled([entry(1), entry(2)]), userId: null } },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/en/login')
  },
}

/** Comma and dot are one; each single bet may have its own stake. */
export const SeveralSingles: Story = {
  args: { state: filled([entry(1), entry(2)], { betType: 'single', hasOneStake: false, stakeText: '' }) },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const [first, second] = canvas.getAllByRole('textbox', { name: /^Stake: (?:Arsenal|Real Madrid), / })
    await userEvent.type(first as HTMLElement, '12,5')
    await userEvent.type(second as HTMLElement, '7.25')
    await expect(canvas.getByRole('button', { name: 'Place bet · 19.75\u00a0€' })).toBeVisible()
  },
}

export const System: Story = {
  args: { state: filled([entry(1), entry(2), entry(3), entry(4)], { betType: 'system', sizes: [2, 3] }) },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByText('How it is calculated'))
    await expect(canvas.getByText('Payout, rounded once')).toBeVisible()
  },
}

export const Conditional: Story = {
  args: {
    state: filled([entry(1), entry(2), entry(3)], {
      betType: 'conditional',
      blocks: [[1], [2, 3]],
      stakeTexts: { 1: '10' },
    }),
  },
}

export const WithLobby: Story = {
  args: { state: filled([entry(1), entry(2), entry(3), entry(4)], { betType: 'lobby', lobbyOutcomeId: 2 }) },
}

/** MATH-10: after tax it pays less than it costs. */
export const TaxedBelowStake: Story = {
  args: {
    state: filled(
      [entry(1, { odds: '1.10', agreedOdds: '1.10' })],
      {},
      { ...TERMS, tax: { payoutRate: '0.2', base: 'gross' } },
    ),
  },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText(/pays less than its stake/)).toBeVisible()
  },
}

/** All that a brand may offer beside it. */
export const AllOptions: Story = {
  args: {
    linkOf: (code) => `https://aurora.example/en/line?couponNumber=${code}`,
    state: {
      ...filled(
        [entry(1)],
        { isAutoBet: true, autoBetCf: '2.5', isOneClick: true, oneClickStakeText: '5' },
        SAMPLE_TERMS,
      ),
      savedCode: 'K7QX2',
    },
    onPrint: fn(),
  },
}

export const Sending: Story = { args: { stage: 'sending', state: filled([entry(1), entry(2)]) } }

/** PLACE-5: a live bet counts down. */
export const Pending: Story = {
  args: { stage: 'pending', state: { ...filled([entry(1, { kind: 1 })]), waitSeconds: 5 } },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole('timer')).toHaveTextContent('5 s')
  },
}

/** PLACE-3: nothing can be placed as long as it is not known. */
export const Unknown: Story = {
  args: { stage: 'unknown' },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    await expect(canvas.queryByRole('button', { name: /Place bet/ })).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'Ask now' }))
    await expect(args.onEvent).toHaveBeenLastCalledWith({ type: 'bet.asked' })
  },
}

const OFFERED = filled([entry(1, { odds: '1.80' }), entry(2)])

export const Repriced: Story = {
  args: { stage: 'repriced', state: OFFERED },
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Bet at these prices · 20.00\u00a0€' }))
    await expect(args.onEvent).toHaveBeenLastCalledWith({ type: 'quote.accepted' })
  },
}

export const Accepted: Story = {
  args: {
    stage: 'accepted',
    state: {
      ...filled([]),
      receipt: { betId: 80_001, stakeMinor: 2000, possibleMinor: 7400, coupon: filled([entry(1), entry(2)]).coupon },
    },
  },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText('Possible payout').parentElement).toHaveTextContent('74.00 €')
  },
}

/** BET-20: the receipt of a bet on credit says what is advanced, and what comes of it if nothing repays it. */
export const AcceptedOnCredit: Story = {
  args: {
    stage: 'accepted',
    state: {
      ...filled([]),
      receipt: {
        ...{ betId: 80_001, stakeMinor: 2000, advanceMinor: 1450, possibleMinor: 3700 },
        coupon: filled([entry(1)]).coupon,
      },
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getByText('On credit').parentElement).toHaveTextContent('14.50 €')
    await expect(canvas.getByText(/Your open bets must repay it within 48 hours/)).toBeVisible()
  },
}

/** The bet waits until its price is reached. */
export const BidKept: Story = {
  args: {
    stage: 'accepted',
    state: {
      ...filled([]),
      receipt: { betId: 31, isAutoBet: true, stakeMinor: 2000, coupon: filled([entry(1)]).coupon },
    },
  },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText('Your bet is waiting for its price')).toBeVisible()
  },
}

/** BET-11: where VIP bets are offered, the coupon says how much one may be. */
export const VipBetsOffered: Story = {
  args: { state: { ...filled([entry(1)]), terms: { ...filled([]).terms, vipStakeMinor: 1_000_000 } } },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText(/VIP bet: stakes up to/)).toBeVisible()
  },
}

const ON_CREDIT = { ...filled([entry(1)], { isAdvance: true }), advanceOwnMinor: 550, advanceLimitMinor: 3000 }

/** BET-18: the player's money is not enough; they may choose to have the rest advanced, and nothing is chosen for them.
 *  */
export const CreditOffered: Story = {
  args: { balanceMinor: 550 },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    const credit = canvas.getByRole('checkbox', { name: 'Bet on credit against your open bets' })
    await expect(credit).not.toBeChecked()
    await userEvent.click(credit)
    const edit = { kind: 'advance_set', isOn: true }
    await expect(args.onEvent).toHaveBeenLastCalledWith({ type: 'coupon.edited', edit })
    await expect(canvas.getByText(/within 48 hours/)).toBeVisible()
  },
}

/** The player's own share, what is advanced, and what happens if it stays uncovered. */
export const OnCredit: Story = {
  args: { balanceMinor: 550, state: ON_CREDIT },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText('14.50 €')).toBeVisible()
  },
}

/** The open bets do not cover as much. */
export const CreditTooSmall: Story = {
  args: { balanceMinor: 550, state: { ...ON_CREDIT, advanceLimitMinor: 1000 } },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText(/Only 10.00 € can be advanced/)).toBeVisible()
  },
}

export const CreditRightToLeft: Story = {
  globals: { brand: 'nour', direction: 'rtl', scheme: 'dark' },
  args: { balanceMinor: 550, state: ON_CREDIT },
}

export const AcceptedInPart: Story = {
  args: {
    stage: 'partial',
    state: { ...filled([]), receipt: { betId: 80_002, stakeMinor: 1200, coupon: filled([entry(3)]).coupon } },
  },
}

export const Rejected: Story = {
  args: {
    stage: 'rejected',
    state: {
      ...filled([entry(1)]),
      failure: { code: 'balance.too_low', params: {}, fields: {}, retryAfterSeconds: 0 },
    },
  },
}

/** A limit of the player's own refused the bet: a link leads to the limits. */
export const RefusedByLimit: Story = {
  args: {
    stage: 'rejected',
    limitsPath: '/en/office/responsible',
    state: {
      ...filled([entry(1)]),
      failure: {
        ...{ code: 'protection.stake_limit', params: { left: '1.00 EUR', until: '02.03.2026 00:00' } },
        ...{ fields: {}, retryAfterSeconds: 0 },
      },
    },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link', { name: 'Limits and breaks' })).toHaveAttribute(
      'href',
      '/en/office/responsible',
    )
  },
}

/** From right to left, dark, in another house. */
export const RightToLeft: Story = {
  globals: { brand: 'nour', direction: 'rtl', scheme: 'dark' },
  args: { state: filled([entry(1, { odds: '1.90' }), entry(2, { kind: 1 }), entry(3)]) },
}

export const Velvet: Story = {
  globals: { brand: 'velvet' },
  args: { state: filled([entry(1), entry(2, { odds: '1.95' }), entry(3)]) },
}
