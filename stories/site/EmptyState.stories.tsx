import type { Meta, StoryObj } from '@storybook/react-vite'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'

const meta = {
  component: EmptyState,
  args: {
    icon: 'coupon',
    title: 'No bets yet',
    text: 'Your bets of the last seven days will appear here.',
    action: <ButtonLink to="#live">See live games</ButtonLink>,
  },
} satisfies Meta<typeof EmptyState>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Usual: Story = {}
export const WithoutAction: Story = { args: { action: undefined } }
