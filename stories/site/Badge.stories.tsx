import type { Meta, StoryObj } from '@storybook/react-vite'
import { Badge } from '#renderers/site/Badge.tsx'

const meta = {
  component: Badge,
  args: { children: 'New' },
} satisfies Meta<typeof Badge>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Neutral: Story = { args: { kind: 'neutral' } }
export const Accent: Story = { args: { kind: 'accent' } }
export const Positive: Story = { args: { kind: 'positive' } }
export const Negative: Story = { args: { kind: 'negative' } }
export const Warning: Story = { args: { kind: 'warning' } }
export const Info: Story = { args: { kind: 'info' } }
export const Live: Story = { args: { kind: 'live' } }
