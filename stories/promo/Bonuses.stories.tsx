import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { AppError } from '#calls/app-error.ts'
import { OfficeStory } from '../account/OfficeStory.tsx'
import {
  bonus,
  CAPPED,
  FREEBET_WINNINGS,
  offer,
  POOL,
  READY_FREEBET,
  STAKES,
  WEEKLY,
  WON_FREEBET,
} from './promo-data.ts'

const OFFERS = { offers: [offer(), offer({ id: 'welcome-sport', name: 'Welcome bonus for sport' })] }
const NONE = { bonuses: [], bonusMinor: 0 }

const meta = {
  component: OfficeStory,
  args: { routeId: 'office_promotion', answers: {} },
} satisfies Meta<typeof OfficeStory>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Promotions: Story = {
  args: { routeId: 'promotions', answers: { getPromoOffers: OFFERS } },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('link', { name: 'See the bonus: Welcome bonus for sport' })
  },
}

export const NoPromotions: Story = {
  args: { routeId: 'promotions', answers: { getPromoOffers: { offers: [] } } },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('No promotions now')
  },
}

export const Promotion: Story = {
  args: {
    ...{ routeId: 'promotion', params: { promotion: 'welcome-casino' } },
    answers: { getPromoOffers: OFFERS, claimBonus: { bonus: bonus({ state: 'claimed', money: 0, target: 0 }) } },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Take it with my deposit' }))
    await canvas.findByText('Waits for your deposit')
  },
}

export const PromotionRefused: Story = {
  args: {
    ...{ routeId: 'promotion', params: { promotion: 'welcome-casino' } },
    answers: { getPromoOffers: OFFERS, claimBonus: new AppError('promo.budget_spent') },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Take it with my deposit' }))
    await expect(await canvas.findByRole('alert')).toHaveTextContent('All bonuses of this campaign have been given.')
  },
}

export const MyBonuses: Story = {
  args: {
    answers: {
      getPromoOffers: { offers: [] },
      getBonuses: {
        bonuses: [bonus(), bonus({ id: 90_011, state: 'queued', name: 'A gift for your code' }), CAPPED],
        bonusMinor: 8125,
      },
    },
  },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('420.00 € of 1,000.00 € staked')
  },
}

export const NoBonuses: Story = {
  args: { answers: { getPromoOffers: { offers: [] }, getBonuses: NONE } },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('No bonuses here')
  },
}

export const ForYou: Story = {
  args: { routeId: 'special_offers', answers: { getPromoOffers: OFFERS, getBonuses: NONE } },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('You can have')
  },
}

const EXPLAINED = { bonus: bonus(), left: 58_000, stakes: STAKES }

export const Explained: Story = {
  args: {
    ...{ routeId: 'bonus', params: { id: '90010' } },
    answers: {
      explainBonus: EXPLAINED,
      getBonuses: { bonuses: [bonus()], bonusMinor: 8125 },
      refuseBonus: {
        bonuses: [bonus({ state: 'refused', isClosed: true, removed: 8125, endedAt: '2026-03-03T12:00:00.000Z' })],
        bonusMinor: 0,
      },
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('580 €')
    await canvas.findByText('this game does not count')
    await canvas.findByText('64.63 €')
    await userEvent.click(canvas.getByRole('button', { name: 'Give up this bonus' }))
    const dialog = within(await canvas.findByRole('dialog'))
    await dialog.findByText('You lose 81.25 € of bonus money.')
    await userEvent.click(dialog.getByRole('button', { name: 'Give it up' }))
    await canvas.findByText('You gave it up. 81.25 € of bonus money was removed.')
  },
}

export const WonFreebet: Story = {
  args: {
    ...{ routeId: 'bonus', params: { id: '90020' } },
    answers: { explainBonus: { bonus: WON_FREEBET, left: 0, stakes: [] }, getBonuses: NONE },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('It has won 12.50 €, which you play through as a bonus.')
    await canvas.findByText('×5 what it wins')
    const way = await canvas.findByRole('link', { name: 'See its winnings' })
    expect(way).toHaveAttribute('href', expect.stringContaining('90021'))
  },
}

export const FreebetWinnings: Story = {
  args: {
    ...{ routeId: 'bonus', params: { id: '90021' } },
    answers: {
      explainBonus: { bonus: FREEBET_WINNINGS, left: 6250, stakes: [] },
      getBonuses: { bonuses: [FREEBET_WINNINGS], bonusMinor: 1250 },
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('What your free bet has won')
    await canvas.findByText('×5 the bonus: 62.50 €')
    await canvas.findByRole('link', { name: 'See the free bet' })
  },
}

export const ExplainedCapped: Story = {
  args: {
    ...{ routeId: 'bonus', params: { id: '90009' } },
    answers: { explainBonus: { bonus: CAPPED, left: 0, stakes: [] }, getBonuses: NONE },
  },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText(/231\.40 € was above the limit/)
  },
}

export const ExplainedPool: Story = {
  args: {
    ...{ routeId: 'bonus', params: { id: '90012' } },
    answers: { explainBonus: { bonus: POOL, left: 0, stakes: [] }, getBonuses: NONE },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('100.01 €')
    await canvas.findByText('40.01 €')
    await expect(canvas.queryByText(/to play it through/)).toBeNull()
  },
}

export const ExplainedTakenBack: Story = {
  args: {
    ...{ routeId: 'bonus', params: { id: '90009' } },
    answers: {
      explainBonus: { bonus: { ...CAPPED, currentProgress: 99_200, removed: 0 }, left: 800, stakes: [] },
      getBonuses: NONE,
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('Taken back since')
    await canvas.findByText('8 €')
  },
}

export const PromotionOfTheWeek: Story = {
  args: {
    ...{ routeId: 'promotion', params: { promotion: 'weekly' } },
    answers: { getPromoOffers: { offers: [WEEKLY] } },
  },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('Once a week, from Monday')
  },
}

export const PromoCode: Story = {
  args: {
    routeId: 'promo_code_check',
    answers: {
      checkPromoCode: { offer: offer({ id: 'gift', name: 'A gift for your code' }) },
      redeemPromoCode: { bonus: bonus({ promoId: 'gift', name: 'A gift for your code' }) },
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Check the code' }))
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Enter a code.')
    await userEvent.type(canvas.getByLabelText('Promo code'), 'summer-25')
    await userEvent.click(canvas.getByRole('button', { name: 'Check the code' }))
    await userEvent.click(await canvas.findByRole('button', { name: 'Use the code' }))
    await canvas.findByText('The code is used')
  },
}

export const PromoCodeOfFreebet: Story = {
  args: {
    routeId: 'promo_code_check',
    answers: {
      checkPromoCode: { offer: offer({ id: 'play-on', name: READY_FREEBET.name, terms: READY_FREEBET.terms }) },
      redeemPromoCode: { bonus: READY_FREEBET },
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(await canvas.findByLabelText('Promo code'), 'play-on')
    await userEvent.click(canvas.getByRole('button', { name: 'Check the code' }))
    await userEvent.click(await canvas.findByRole('button', { name: 'Use the code' }))
    await canvas.findByText('Stake it on one bet of 5 €: press it in the coupon, or enter F90020 there.')
    await canvas.findByRole('link', { name: 'Choose a bet' })
  },
}

export const PromoCodeUnknown: Story = {
  args: { routeId: 'promo_code_check', answers: { checkPromoCode: new AppError('promo.code_unknown') } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(await canvas.findByLabelText('Promo code'), 'eleven')
    await userEvent.click(canvas.getByRole('button', { name: 'Check the code' }))
    await expect(await canvas.findByRole('alert')).toHaveTextContent(/We do not know this code/)
  },
}

export const CodesTried: Story = {
  args: {
    routeId: 'promo_code_history',
    answers: {
      getUserPromoCodesNew: {
        codes: [
          { code: 'SUMMER25', usedAt: '2026-03-01T12:00:00.000Z', name: 'A gift for your code', refusal: '' },
          { code: 'ELEVEN', usedAt: '2026-03-01T11:00:00.000Z', name: '', refusal: 'promo.code_unknown' },
        ],
      },
    },
  },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('SUMMER25')
  },
}
