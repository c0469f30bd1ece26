import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import { Header } from '#renderers/site/frame/Header.tsx'
import { LANGUAGES, NAV_ITEMS, STORY_BRAND } from './story-data.ts'

const meta = {
  component: Header,
  parameters: { layout: 'fullscreen' },
  args: {
    brand: STORY_BRAND,
    homePath: '#home',
    nav: NAV_ITEMS,
    languages: LANGUAGES,
    scheme: { scheme: 'system', onChoose: fn() },
    visitor: { kind: 'guest', signIn: { to: '#sign-in' }, registration: { to: '#registration' } },
  },
} satisfies Meta<typeof Header>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Guest: Story = {}

export const Player: Story = {
  args: {
    visitor: {
      kind: 'player',
      accountPath: '#account',
      balance: '1,250.00 €',
      depositPath: '#deposit',
      unreadCount: 3,
    },
  },
}

export const ClosedForNewPlayers: Story = { args: { visitor: { kind: 'guest', signIn: { to: '#sign-in' } } } }

export const FewItems: Story = { args: { nav: NAV_ITEMS.slice(0, 3) } }

export const MoreIsOpen: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const nav = canvas.queryByRole('navigation', { name: 'Main navigation' })
    if (nav === null) return
    const shown = () =>
      within(nav)
        .getAllByRole('link')
        .filter((link) => link.checkVisibility({ visibilityProperty: true }))
    await waitFor(() => expect(shown().length).toBeLessThanOrEqual(9))
    const before = shown().length
    await userEvent.click(within(nav).getByRole('button', { name: 'More' }))
    await waitFor(() => expect(shown().length).toBe(NAV_ITEMS.length))
    await expect(before).toBeGreaterThan(0)
  },
}

export const SchemeIsChosen: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    const trigger = canvas.queryByRole('button', { name: /Appearance/ })
    if (trigger === null) return
    await userEvent.click(trigger)
    await userEvent.click(await canvas.findByRole('button', { name: 'Dark' }))
    await expect(args.scheme?.onChoose).toHaveBeenCalledWith('dark')
    await waitFor(() => expect(canvas.queryByRole('button', { name: 'Dark' })).toBeNull())
  },
}
