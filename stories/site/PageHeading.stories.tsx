import type { Meta, StoryObj } from '@storybook/react-vite'
import { Button } from '#renderers/site/Button.tsx'
import { PageHeading } from '#renderers/site/PageHeading.tsx'

const meta = {
  component: PageHeading,
  args: {
    title: 'Bet history',
    text: 'Your bets of the last seven days.',
    trail: [{ id: 'account', label: 'Account', to: '#account' }],
    actions: <Button icon="filter">Filter</Button>,
  },
} satisfies Meta<typeof PageHeading>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Full: Story = {}
export const TitleAlone: Story = { args: { text: undefined, trail: [], actions: undefined } }
