import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import { Button } from '#renderers/site/Button.tsx'
import { WalletCard } from '#renderers/site/content/WalletCard.tsx'

const meta = {
  component: WalletCard,
  args: { name: 'Euro', amount: '1,250.00 €' },
} satisfies Meta<typeof WalletCard>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Active: Story = { args: { isActive: true } }
export const SetAside: Story = { args: { reserved: '40.00 €', note: 'An account can be removed once it is empty.' } }
export const WithActions: Story = {
  args: {
    amount: '0.00 €',
    actions: (
      <>
        <Button>Make active</Button>
        <Button kind="plain">Remove</Button>
      </>
    ),
  },
}
export const Long: Story = { args: { name: 'Bosnia-Herzegovina Convertible Mark', amount: '90,071,992,547,409.91 KM' } }
export const Points: Story = {
  args: { name: 'PTS', points: '3,400', isBonus: true },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText(/3,400/)).toBeVisible()
    await expect(within(canvasElement).queryByText('1,250.00 €')).toBeNull()
  },
}
