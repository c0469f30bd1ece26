import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import { BlackjackStory } from '#renderers/casino/tables/BlackjackStory.tsx'
import type { BlackjackView } from '#schemas'

const ended = { isSoft: false, state: 'stood' } as const
const split: BlackjackView = {
  kind: 'blackjack',
  dealer: { cards: ['Ah', '6c'], total: 17, isHidden: false },
  hands: [
    { ...ended, box: 1, cards: ['8h', '3d', 'Ts'], total: 21, stakeMinor: 1000, result: 'won', payMinor: 2000 },
    { ...ended, box: 1, cards: ['8c', '9c'], total: 17, stakeMinor: 500, result: 'push', payMinor: 500 },
    {
      ...{ box: 2, cards: ['Kd', '5s', 'Qh'], total: 25, isSoft: false, stakeMinor: 500 },
      ...{ state: 'bust', result: 'lost', payMinor: 0 },
    },
  ],
  insurance: { isOffered: false, stakeMinor: 500, payMinor: 0 },
  acts: [],
}

const meta = {
  component: BlackjackStory,
  args: {
    view: split,
    stakes: ['box1', 'box2'].map((on) => ({ on, amountMinor: 500 })),
    money: (minor) => `€ ${(minor / 100).toFixed(2)}`,
  },
} satisfies Meta<typeof BlackjackStory>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

/** A pair that was split, one hand of it doubled, a hand that went bust, and an insurance for nothing. */
export const SplitAndDoubled: Story = {
  play: async ({ canvas }) => {
    const handOf = (title: string) => within(canvas.getByText(title).closest('li') as HTMLElement)
    const doubled = handOf('Box 1 · Hand 1')
    await expect(doubled.getByText('Split from a pair, with a stake of its own.')).toBeVisible()
    await expect(doubled.getByText('Doubled to € 10.00 for one last card.')).toBeVisible()
    await expect(doubled.getByText('€ 20.00')).toBeVisible()
    await expect(doubled.getByRole('img', { name: 'ten of spades' })).toBeVisible()
    const equal = handOf('Box 1 · Hand 2')
    await expect(equal.getByText('Staked: € 5.00.')).toBeVisible()
    await expect(equal.getByText('Push')).toBeVisible()
    const bust = handOf('Box 2 · Hand 3')
    await expect(bust.getByText('Bust')).toBeVisible()
    await expect(bust.queryByText('Split from a pair, with a stake of its own.')).toBeNull()
    await expect(canvas.getByText('Insured for € 5.00: the dealer had no blackjack.')).toBeVisible()
    await expect(handOf('Dealer').getByText('17')).toBeVisible()
  },
}

/** An insurance that pays, as the dealer has a blackjack. */
export const Insured: Story = {
  args: {
    view: {
      ...split,
      dealer: { cards: ['Ah', 'Kc'], total: 21, isHidden: false },
      hands: [{ ...ended, box: 1, cards: ['8h', '9d'], total: 17, stakeMinor: 1000, result: 'lost', payMinor: 0 }],
      insurance: { isOffered: false, stakeMinor: 500, payMinor: 1500 },
    },
    stakes: [{ on: 'box1', amountMinor: 1000 }],
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Insured for € 5.00: the dealer had blackjack.')).toBeVisible()
    await expect(canvas.getByText('€ 15.00')).toBeVisible()
  },
}
