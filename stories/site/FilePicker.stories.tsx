import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, within } from 'storybook/test'
import { FilePicker, type ListedFile } from '#renderers/site/FilePicker.tsx'

const FILES: readonly ListedFile[] = [
  { key: 'a', name: 'passport-front.jpg', detail: '1.2 MB', mark: 'Kept', removeLabel: 'Remove passport-front.jpg' },
  {
    key: 'b',
    name: 'a-film-of-the-whole-family-at-the-sea-with-a-name-that-fits-nowhere.mp4',
    detail: '80 MB',
    error: 'Use a picture (JPEG, PNG, WebP) or a PDF.',
    removeLabel: 'Remove the film',
  },
]

const meta = {
  component: FilePicker,
  args: {
    label: 'Pictures of the document',
    help: 'JPEG, PNG, WebP or PDF, up to 8 MB each, 6 files at most.',
    dropLabel: 'Drop files here',
    pickLabel: 'Choose files',
    photoLabel: 'Take a photo',
    accept: ['image/jpeg', 'image/png'],
    files: [],
    onPick: fn(),
    onRemove: fn(),
  },
} satisfies Meta<typeof FilePicker>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Empty: Story = {
  play: async ({ args, canvasElement }) => {
    const canvas = within(canvasElement)
    const picture = new File(['x'], 'front.png', { type: 'image/png' })
    const input = canvasElement.querySelector('input[type=file]')
    if (!(input instanceof HTMLInputElement)) throw new Error('there is no input')
    await userEvent.upload(input, picture)
    await expect(args.onPick).toHaveBeenCalledWith([picture])
    await expect(canvas.getByRole('button', { name: 'Choose files' })).toBeVisible()
  },
}

export const WithFiles: Story = {
  args: { files: FILES },
  play: async ({ args, canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByRole('button', { name: 'Remove the film' }))
    await expect(args.onRemove).toHaveBeenCalledWith('b')
  },
}

export const Missing: Story = { args: { error: 'Add at least one picture of the document.' } }

export const Sending: Story = {
  args: { files: FILES.slice(0, 1), isBusy: true, progress: { label: 'Sent: 1 of 2', done: 1, total: 2 } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getByRole('progressbar')).toHaveAttribute('value', '1')
  },
}
