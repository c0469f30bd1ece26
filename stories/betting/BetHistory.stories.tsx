import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { OfficeStory } from '../account/OfficeStory.tsx'
import { OFFLINE } from '../account/office-data.ts'
import { BET_HISTORY } from './bet-history-data.ts'

const meta = {
  component: OfficeStory,
  args: { routeId: 'office_history', answers: { getBetHistory: BET_HISTORY } },
} satisfies Meta<typeof OfficeStory>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

/** MATH-12: why a bet pays what it pays, in words and exact numbers. */
export const Several: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    // In the line of the bet, and again in that of its outcome.
    const [line] = await canvas.findAllByText('Arsenal – Chelsea')
    const won = line?.closest('li') as HTMLElement
    await userEvent.click(line as HTMLElement)
    await userEvent.click(within(won).getByText('Explain this payout'))
    await expect(within(won).getByText(/^6 × 1\.85 = 11\.10/)).toBeVisible()
    await expect(within(won).getByText('Partly cashed out')).toBeVisible()
    // BET-13, BET-20: what is insured, and what waits and can be given up.
    await expect(canvas.getByText('Insured')).toBeVisible()
    const bid = canvas.getByRole('button', { name: 'Give up this bid' })
    await expect(bid).toBeVisible()
    const waiting = within(bid.closest('li') as HTMLElement)
    await expect(waiting.queryByText('Paid')).toBeNull()
    await expect(waiting.getByText('Possible payout')).toBeVisible()
    const [named] = waiting.getAllByText('Derby – Stoke')
    await userEvent.click(named as HTMLElement)
    await expect(waiting.getByText(/Cancelled as soon as the score changes/)).toBeVisible()
  },
}

/** BET-20: a bet on credit waits for its cover though its games are over; one that stayed uncovered gives the own part back. */
export const OnCredit: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const open = async (name: string) => {
      const [line] = await canvas.findAllByText(name)
      await userEvent.click(line as HTMLElement)
      return within(line?.closest('li') as HTMLElement)
    }
    const waiting = await open('Celtic – Rangers')
    await expect(waiting.getByText(/Its games are over/)).toBeVisible()
    const uncovered = await open('Hearts – Hibernian')
    await expect(uncovered.getByText(/was not covered in time/)).toBeVisible()
  },
}

/** BET-4: a rejected bet names the offer it was placed on and the reason for its rejection; its outcomes are never
 *  settled. */
export const Rejected: Story = {
  play: async ({ canvasElement }) => {
    const [line] = await within(canvasElement).findAllByText('Torino – Lecce')
    await userEvent.click(line as HTMLElement)
    const bet = within(line?.closest('li') as HTMLElement)
    await expect(bet.getByText('Rejected')).toBeVisible()
    await expect(bet.getAllByText('1.90').at(-1)).toBeVisible()
    await expect(bet.queryByText('Open')).toBeNull()
  },
}

export const Nothing: Story = {
  args: { answers: { getBetHistory: { ...BET_HISTORY, bets: [], total: 0 } } },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('No bets yet')
  },
}

export const Failed: Story = {
  args: { answers: { getBetHistory: OFFLINE } },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('heading', { level: 1 })
  },
}
