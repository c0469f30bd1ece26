import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import { OfficeStory } from './OfficeStory.tsx'
import { BALANCE, SAFE, WAITING } from './office-data.ts'

const meta = {
  component: OfficeStory,
  args: {
    routeId: 'office_security',
    isFramed: true,
    answers: { getSecurityState: SAFE, getBalance: BALANCE, getLeftMenuData: WAITING },
  },
} satisfies Meta<typeof OfficeStory>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

/** The menu, the player and the sign-out button are beside a screen. */
export const Framed: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByRole('heading', { name: 'Security' })
    // The menu is beside it on a wide screen only.
    await expect(canvas.getByText('Account 10204080')).toBeInTheDocument()
  },
}

/** On a phone the menu is a screen of its own. */
export const Menu: Story = {
  args: { routeId: 'office_menu' },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('heading', { name: 'My office' })
  },
}

export const Settings: Story = {
  args: { routeId: 'office_menu_settings' },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('heading', { name: 'Settings' })
  },
}
