import type { Meta, StoryObj } from '@storybook/react-vite'
import { WelcomeBonus } from '#renderers/site/home/WelcomeBonus.tsx'
import { BANNERS } from './story-data.ts'

const meta = {
  component: WelcomeBonus,
  args: {
    title: 'Welcome bonus',
    value: '100 % up to 100 €',
    text: 'Twice the stake for your first evening.',
    actionLabel: 'Register',
    to: '#register',
    terms: 'New players from 18 years. Wager 5 times within 30 days.',
    termsPath: '#terms',
  },
} satisfies Meta<typeof WelcomeBonus>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const WithSteps: Story = {
  args: { steps: ['Register in about a minute', 'Deposit from 10 €', 'The bonus is there at once'] },
}
export const WithPicture: Story = { args: { picture: BANNERS[1]?.picture } }
