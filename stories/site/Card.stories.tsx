import type { Meta, StoryObj } from '@storybook/react-vite'
import { Card } from '#renderers/site/Card.tsx'

const meta = {
  component: Card,
  args: { children: 'A card holds one thing.' },
} satisfies Meta<typeof Card>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Usual: Story = {}
export const Tight: Story = { args: { padding: 'small' } }
