import type { Meta, StoryObj } from '@storybook/react-vite'
import { BottomNavigation } from '#renderers/shell/BottomNavigation.tsx'

const meta = {
  component: BottomNavigation,
  parameters: { layout: 'fullscreen' },
  args: {
    places: [
      { id: 'home', label: 'Home', icon: 'home', to: '#home' },
      { id: 'live', label: 'Live', icon: 'live', to: '#live', isCurrent: true },
      { id: 'coupon', label: 'Coupon', icon: 'coupon', count: 12 },
      { id: 'casino', label: 'Casino', icon: 'casino', to: '#casino' },
      { id: 'account', label: 'Account', icon: 'account', to: '#account' },
    ],
  },
} satisfies Meta<typeof BottomNavigation>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const FivePlaces: Story = {}
