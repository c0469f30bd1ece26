import type { Meta, StoryObj } from '@storybook/react-vite'
import { FeatureCards } from '#renderers/site/home/FeatureCards.tsx'

const meta = {
  component: FeatureCards,
  args: {
    title: 'What you can count on',
    features: [
      {
        id: 'prices',
        icon: 'statistics',
        title: 'Prices you can trust',
        text: 'You decide whether a new price is accepted.',
      },
      {
        id: 'money',
        icon: 'wallet',
        title: 'Money in order',
        text: 'Every stake, payout and fee is in your history.',
        to: '#money',
      },
      {
        id: 'safe',
        icon: 'shield',
        title: 'Limits that hold',
        text: 'Set limits, take a break or exclude yourself: at once.',
      },
    ],
  },
} satisfies Meta<typeof FeatureCards>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Three: Story = {}
