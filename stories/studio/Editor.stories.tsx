import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { StudioStory } from './StudioStory.tsx'

const meta = {
  component: StudioStory,
  args: { path: '/brands/northstar' },
  parameters: { layout: 'fullscreen', isBrandless: true },
} satisfies Meta<typeof StudioStory>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const NothingChosen: Story = {
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText('What would you like to change?')).toBeVisible()
  },
}

/** A value is changed, undone and made again by keys; what is wrong with it is said at once. */
export const Section: Story = {
  args: { path: '/brands/northstar?document=config/header.json' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    const field = await page.findByLabelText('Max visible items')
    await expect(field).toHaveValue('7')
    await userEvent.clear(field)
    await userEvent.type(field, '40')
    await expect(await page.findByText('At most 9.')).toBeVisible()
    await userEvent.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(field).toHaveValue('7'))
    await expect(page.queryByText('At most 9.')).toBeNull()
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    await waitFor(() => expect(field).toHaveValue('40'))
    await userEvent.click(page.getByRole('button', { name: 'Reset Max visible items' }))
    await waitFor(() => expect(field).toHaveValue('9'))
    await expect(page.getByText('Ben Okafor is here')).toBeVisible()
    await userEvent.type(page.getByRole('searchbox', { name: 'Search keys and texts' }), 'x{Control>}z{/Control}')
    await expect(field).toHaveValue('9')
  },
}

/** Entries are moved by the arrow keys, taken out, and brought back. */
export const Menu: Story = {
  args: { path: '/brands/northstar?document=config/header.json&at=/menu' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    const grip = await page.findByRole('button', { name: /^Move sports/ })
    grip.focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect(await page.findByText('sports is now number 3 of 15.')).toBeInTheDocument()
    await userEvent.click(page.getByRole('button', { name: 'Remove results' }))
    await waitFor(() => expect(page.queryByRole('button', { name: 'Remove results' })).toBeNull())
    const removed = page.getByText('results', { selector: 's' }).parentElement
    if (removed) await userEvent.click(within(removed).getByRole('button', { name: 'Bring back what is inherited' }))
    await expect(await page.findByRole('button', { name: 'Remove results' })).toBeVisible()
  },
}

/** The form of an entry, with pickers. */
export const MenuEntry: Story = {
  args: { path: '/brands/northstar?document=config/header.json&at=/menu/live' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    const label = await page.findByRole('combobox', { name: 'Label' })
    await userEvent.clear(label)
    await userEvent.type(label, 'promotions')
    const option = await page.findByRole('option', { name: /site\.menu_promotions/ })
    await userEvent.click(option)
    await expect(label).toHaveValue('site.menu_promotions')
    await userEvent.click(page.getByRole('switch', { name: 'Highlighted' }))
    await expect(page.getByRole('switch', { name: 'Highlighted' })).toBeChecked()
  },
}

export const Palette: Story = {
  args: { path: '/brands/northstar?document=theme.tokens.json&at=/palette/accent' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    const code = await page.findByRole('textbox', { name: '600 as a colour code' })
    await userEvent.clear(code)
    await userEvent.type(code, '#112233')
    await expect(page.getByLabelText('Pick 600')).toHaveValue('#112233')
  },
}

/** The closest pair of colours is below each one; where it is too close, a shade that passes is offered. */
export const Contrast: Story = {
  args: { path: '/brands/northstar?document=theme.tokens.json&at=/color/light' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    const code = await page.findByRole('textbox', { name: 'Text muted as a colour code' })
    await userEvent.clear(code)
    await userEvent.type(code, '#c8c8c8')
    const field = within(code.closest<HTMLElement>('[data-pointer]') ?? canvasElement)
    await expect(await field.findByText(/:1 with .*; 4\.5:1 is needed/)).toBeVisible()
    await userEvent.click(field.getByRole('button', { name: /^Use #[0-9a-f]{6}, which passes/ }))
    await waitFor(() => expect(page.queryByText(/is needed/)).toBeNull())
    await expect(code).not.toHaveValue('#c8c8c8')
  },
}

/** A picture is uploaded where one is chosen, and says its size. */
export const Upload: Story = {
  args: { path: '/brands/northstar?document=config/customize.json' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    const file = new File([new Uint8Array([1, 2, 3])], 'New Logo.PNG', { type: 'image/png' })
    await userEvent.upload(await page.findByLabelText('Upload Logo'), file)
    await expect(await page.findByText('320 × 120 px, 1 kB')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Logo' })).toHaveValue('new-logo.png')
  },
}

/** Sizes of type as they look; one press sets all of them. */
export const TypeScale: Story = {
  args: { path: '/brands/northstar?document=theme.tokens.json&at=/text' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await userEvent.selectOptions(await page.findByLabelText('Each larger size, times'), '1.25')
    await userEvent.click(page.getByRole('button', { name: 'Set all sizes' }))
    await waitFor(() => expect(page.getByText('20 px')).toBeVisible())
    await userEvent.click(page.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(page.queryByText('20 px')).toBeNull())
  },
}

/** Corners as they look, with presets. */
export const Corners: Story = {
  args: { path: '/brands/northstar?document=theme.tokens.json&at=/radius' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await userEvent.click(await page.findByRole('button', { name: 'Soft' }))
    await waitFor(() => expect(page.getByRole('button', { name: 'Soft' })).toHaveAttribute('aria-pressed', 'true'))
  },
}

export const Theme: Story = { args: { path: '/brands/northstar?document=theme.tokens.json' } }
export const Manifest: Story = { args: { path: '/brands/northstar?document=brand.json' } }
export const Coupon: Story = { args: { path: '/brands/northstar?document=config/coupon.json' } }

export const Texts: Story = {
  args: { path: '/brands/northstar?document=locales/pt/site.json' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await userEvent.type(await page.findByRole('searchbox', { name: 'Filter' }), 'badge')
    const text = await page.findByRole('textbox', { name: 'Text of site.badge_new' })
    await waitFor(() => expect(page.getByText('New', { selector: 'p' })).toBeVisible())
    await userEvent.clear(text)
    await userEvent.type(text, 'Novidade')
    await expect(text).toHaveValue('Novidade')
  },
}

/** A mail of the draft, with its texts below. */
export const Mail: Story = {
  args: {
    path: '/brands/northstar?document=locales/en/delivery.json',
    data: {
      answers: {
        previewStudioMail: {
          ...{ sender: 'Northstar <no-reply@www.northstar.example>', subject: '482913 opens Northstar' },
          ...{ text: 'Welcome to Northstar.', sms: 'Northstar: 482913', html: 'about:blank#' },
        },
      },
    },
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await userEvent.selectOptions(await page.findByLabelText('Look at a mail'), 'activation')
    await expect(await page.findByText('482913 opens Northstar')).toBeVisible()
    await expect(await page.findByRole('textbox', { name: 'Text of delivery.activation_body' })).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'Plain text' }))
    await expect(page.getByText('Welcome to Northstar.')).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'Message for phones' }))
    await expect(page.getByText('Northstar: 482913')).toBeVisible()
  },
}

/** Banners week by week, for everybody or one audience; a press opens one. */
export const Banners: Story = {
  args: { path: '/brands/northstar?document=config/banner-widgets.json' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    const calendar = within(await page.findByRole('region', { name: 'Calendar of banners' }))
    await expect(calendar.getAllByText('2 at once')[0]).toBeVisible()
    await userEvent.selectOptions(calendar.getByLabelText('Seen by'), 'players')
    await expect(calendar.getAllByText('1 at once')[0]).toBeVisible()
    await userEvent.click(calendar.getAllByRole('button', { name: /^[A-Z]/ }).at(-1) as HTMLElement)
    await expect(await page.findByRole('combobox', { name: 'Title' })).toBeVisible()
  },
}

export const Page: Story = {
  args: { path: '/brands/northstar?document=pages/en/about.md' },
  play: async ({ canvasElement }) => {
    const text = await within(canvasElement).findByRole('textbox', { name: /Markdown/ })
    await userEvent.type(text, 'More.')
    await expect(text).toHaveValue('# About Northstar\n\nA bookmaker for *long evenings*.\nMore.')
  },
}

/** What is pressed in the preview leads to all that makes it, and a place leads back to the page. */
export const Picked: Story = {
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    const frame = await page.findByTitle<HTMLIFrameElement>('Preview of the draft')
    const say = (data: unknown) =>
      window.dispatchEvent(new MessageEvent('message', { data, origin: location.origin, source: frame.contentWindow }))
    await waitFor(() => {
      say({ type: 'livery.preview.moved', path: '/pt/live' })
      expect(page.getByLabelText('Path in the preview')).toHaveValue('/pt/live')
    })
    const nothing = { texts: [], hrefs: [], places: [], fields: [], tokens: [] }
    const places = [{ path: 'config/header.json', pointer: '/menu/live' }]
    const texts = [{ key: 'site.badge_new', text: 'New' }]
    say({ ...nothing, type: 'livery.preview.picked', texts, places, tokens: ['--color-accent'] })
    const box = within(await page.findByRole('dialog', { name: 'What makes this' }))
    await expect(await box.findByRole('button', { name: /menu › live.*Partly set here/ })).toBeVisible()
    await expect(box.getByRole('button', { name: /color-accent/ })).toBeVisible()
    await userEvent.click(box.getByRole('button', { name: /site\.badge_new/ }))
    await expect(await page.findByRole('textbox', { name: 'Text of site.badge_new' })).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'Show site.badge_new on the page' }))
    say({ type: 'livery.preview.found', count: 2 })
    await expect(await page.findByText('2 places on this page are marked.')).toBeVisible()
  },
}

export const Publish: Story = {
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await userEvent.click(await page.findByRole('button', { name: 'Publish' }))
    const box = within(await page.findByRole('dialog'))
    await userEvent.type(box.getByLabelText('What changes, and why?'), 'Winter look')
    await userEvent.click(box.getByRole('button', { name: 'Publish now' }))
    await expect(await page.findByText('Revision 3 is live.')).toBeVisible()
  },
}
