import type { Meta, StoryObj } from '@storybook/react-vite'
import { Prose } from '#renderers/site/content/Prose.tsx'
import { NAV_ITEMS } from './story-data.ts'

const meta = {
  component: Prose,
  args: {
    title: 'How to bet',
    trail: [
      { id: 'home', label: 'Home', to: '#home' },
      { id: 'information', label: 'Information', to: '#information' },
    ],
    menu: { label: 'Information', items: NAV_ITEMS.slice(0, 6) },
    nodes: [
      {
        tag: 'p',
        children: [
          'A bet is a ',
          { tag: 'strong', children: ['promise at a price'] },
          '. You choose the outcome, we hold the price.',
        ],
      },
      { tag: 'h2', id: 'choose', children: ['Choose an outcome'] },
      {
        tag: 'ol',
        children: [
          { tag: 'li', children: ['Open a game on the board.'] },
          { tag: 'li', children: ['Press a price: it goes to the coupon.'] },
          { tag: 'li', children: ['Enter a stake and place the bet.'] },
        ],
      },
      { tag: 'blockquote', children: ['A price may change before you place the bet; you are always asked.'] },
      { tag: 'h2', children: ['What a bet returns'] },
      {
        tag: 'table',
        children: [
          {
            tag: 'thead',
            children: [
              {
                tag: 'tr',
                children: [
                  { tag: 'th', children: ['Stake'] },
                  { tag: 'th', children: ['Price'] },
                  { tag: 'th', children: ['Return'] },
                ],
              },
            ],
          },
          {
            tag: 'tbody',
            children: [
              {
                tag: 'tr',
                children: [
                  { tag: 'td', children: ['10.00 €'] },
                  { tag: 'td', children: ['2.40'] },
                  { tag: 'td', children: ['24.00 €'] },
                ],
              },
            ],
          },
        ],
      },
      { tag: 'p', children: ['More in the ', { tag: 'a', href: '/en/rules', children: ['rules'] }, '.'] },
    ],
  },
} satisfies Meta<typeof Prose>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const WithMenu: Story = {}
export const Alone: Story = { args: { menu: undefined, trail: [] } }
