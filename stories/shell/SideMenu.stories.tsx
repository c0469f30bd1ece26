import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import { SideMenu, type SideMenuPlace } from '#renderers/shell/SideMenu.tsx'
import { Button } from '#renderers/site/Button.tsx'

const PLACES: readonly SideMenuPlace[] = [
  { id: 'account', label: 'Profile', icon: 'account', to: '#account', places: [] },
  { id: 'messages', label: 'Messages', icon: 'mail', to: '#messages', badge: '3', places: [] },
  {
    id: 'security',
    label: 'Security',
    icon: 'lock',
    to: '#security',
    places: [
      { id: 'password', label: 'Change password', icon: 'key', to: '#password', isCurrent: true },
      { id: 'sessions', label: 'Devices and sessions', icon: 'monitor', to: '#sessions' },
    ],
  },
  {
    id: 'settings',
    label: 'Settings',
    icon: 'settings',
    to: '#settings',
    places: [{ id: 'wallets', label: 'Wallets', icon: 'wallet', to: '#wallets' }],
  },
]

const meta = {
  component: SideMenu,
  args: { label: 'Account menu', places: PLACES },
} satisfies Meta<typeof SideMenu>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const AtAPlace: Story = {
  play: async ({ canvasElement }) => {
    const menu = within(within(canvasElement).getByRole('navigation', { name: 'Account menu' }))
    await expect(menu.getByRole('link', { name: 'Change password' })).toHaveAttribute('aria-current', 'page')
    await expect(menu.queryByRole('link', { name: 'Wallets' })).toBeNull()
  },
}

export const Whole: Story = {
  args: { isWhole: true },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole('link', { name: 'Wallets' })).toBeVisible()
  },
}

export const WithHeadAndFoot: Story = {
  args: { head: <p>Account 10204080</p>, foot: <Button icon="logout">Sign out</Button> },
}
