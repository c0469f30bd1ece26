import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { OfficeStory } from '../account/OfficeStory.tsx'
import { LOYALTY, NEW, POINTS, PROGRAMME } from './loyalty-data.ts'

const meta = {
  component: OfficeStory,
  args: { routeId: 'office_casino_vip_cashback', answers: { getLoyalty: LOYALTY } },
} satisfies Meta<typeof OfficeStory>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Cashback: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('progressbar')).toHaveAccessibleName('Progress to Gold')
    await canvas.findByText(/16\.63/)
    await canvas.findByText('Nothing to pay')
  },
}

export const CashbackOfANewPlayer: Story = {
  args: { answers: { getLoyalty: NEW } },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText(/No period is running/)
  },
}

export const CashbackDuringABreak: Story = {
  args: { answers: { getLoyalty: { ...LOYALTY, isPaused: true } } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText(/You are on a break/)
    await expect(canvas.queryByRole('progressbar')).toBeNull()
  },
}

export const CashbackOwing: Story = {
  args: { answers: { getLoyalty: { ...LOYALTY, owedMinor: 1188 } } },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText(/is kept from the next one/)
  },
}

export const HighestTier: Story = {
  args: {
    answers: { getLoyalty: { ...LOYALTY, tier: 'platinum', xp: 5_400_000, nextTier: undefined, missingXp: 0 } },
  },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('You have the highest tier.')
  },
}

export const Tiers: Story = {
  args: {
    routeId: 'office_settings_cashback',
    answers: { getLoyalty: LOYALTY, chooseLoyalty: { ...LOYALTY, takesPart: false } },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('Your tier')
    await userEvent.click(canvas.getByRole('button', { name: 'Stop taking part' }))
    await canvas.findByRole('button', { name: 'Take part' })
  },
}

const POINTS_PAGE = {
  routeId: 'points',
  answers: { getLoyaltyProgramme: PROGRAMME, getPoints: POINTS },
} as const

export const Points: Story = {
  args: POINTS_PAGE,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('7,300')
    await canvas.findByText('Sold out')
    await canvas.findByText('Waits for its turn')
  },
}

export const AnOrderIsMade: Story = {
  args: {
    ...POINTS_PAGE,
    answers: { ...POINTS_PAGE.answers, orderShopItem: { ...POINTS, points: 2300 } },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Order: Sport bonus' }))
    const dialog = within(await within(document.body).findByRole('dialog'))
    await userEvent.click(await dialog.findByRole('button', { name: 'Order now' }))
    await canvas.findByText('2,300')
  },
}

export const AnOrderIsRefused: Story = {
  args: {
    ...POINTS_PAGE,
    answers: { ...POINTS_PAGE.answers, getPoints: { ...POINTS, points: 4999 } },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Order: Sport bonus' }))
    const dialog = within(await within(document.body).findByRole('dialog'))
    await dialog.findByText('You do not have enough points for this.')
  },
}

export const EmptyShop: Story = {
  args: {
    ...POINTS_PAGE,
    answers: {
      getLoyaltyProgramme: { ...PROGRAMME, items: [] },
      getPoints: { points: 0, pending: 0, owed: 50, orders: [] },
    },
  },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('The shop is empty at the moment')
  },
}
