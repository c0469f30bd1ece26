import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { Footer } from '#renderers/site/frame/Footer.tsx'
import { FOOTER_COLUMNS, FOOTER_TEXT, LANGUAGES, PAYMENT_MARKS, STORY_BRAND } from './story-data.ts'

const meta = {
  component: Footer,
  parameters: { layout: 'fullscreen' },
  args: {
    brand: STORY_BRAND,
    columns: FOOTER_COLUMNS,
    paymentMarks: PAYMENT_MARKS,
    licence: { text: 'Livery N.V. holds licence 0000/JAZ of an example regulator.', to: 'https://licence.invalid/' },
    minimumAge: 18,
    text: FOOTER_TEXT,
    responsiblePath: '#responsible',
    copyright: '© 2026 Livery',
    languages: LANGUAGES,
    onCookieChoice: fn(),
  },
} satisfies Meta<typeof Footer>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Full: Story = {}
export const AgeTwentyOne: Story = { args: { minimumAge: 21, paymentMarks: [] } }
