import type { Meta, StoryObj } from '@storybook/react-vite'
import { useEffect, useRef } from 'react'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import '#client/captcha/pain-puzzle.entry.ts'
import type { PainPuzzle } from '#client/captcha/pain-puzzle.entry.ts'
import { CAPTCHA_DIALOG } from '#machines/shell/dialog.rules.ts'
import { Dialog } from '#renderers/shell/Dialog.tsx'
import { useText } from '#renderers/site/texts.tsx'

const DISC = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-80 -80 160 160"><circle r="80" fill="hsl(200 60% 60%)"/><path d="M-80 -10H80V10H-80Z" fill="hsl(20 70% 45%)"/></svg>`
const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-140 -140 280 280"><path d="M-140 -140H140V140H-140Z" fill="hsl(200 60% 60%)"/><path d="M-10 -140H10V140H-10Z" fill="hsl(20 70% 45%)"/><circle r="80" fill="#888"/></svg>`
const PUZZLE = {
  id: 'q3N0b2xlbi1pZC1vZi0xNg',
  lifetimeMs: 300_000,
  sizePx: 280,
  discPx: 160,
  picture: PICTURE,
  disc: DISC,
}

const onInstead = fn()

/** The puzzle in its dialog, with a back end that answers as the story says. */
function CaptchaPlay({ answers }: { readonly answers: 'nothing' | 'puzzles' }) {
  const t = useText()
  const placeRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const place = placeRef.current
    const { painPuzzle } = globalThis as { painPuzzle?: PainPuzzle }
    if (!place || !painPuzzle) return
    const { fetch } = globalThis
    globalThis.fetch = async (address, request) => {
      if (!String(address).startsWith('/puzzle-api/')) return fetch(address, request)
      if (answers === 'nothing') return new Promise<Response>(() => undefined)
      const isAnswer = String(address).endsWith('answer')
      return Response.json(isAnswer ? { code: 'captcha.failed' } : PUZZLE, { status: isAnswer ? 403 : 200 })
    }
    const texts = {
      hint: t('captcha.puzzle_hint'),
      slider: t('captcha.puzzle_slider'),
      value: t('captcha.puzzle_value', { degrees: '{{degrees}}' }),
      check: t('captcha.puzzle_check'),
      another: t('captcha.puzzle_another'),
      instead: t('captcha.puzzle_instead'),
      working: t('captcha.puzzle_working'),
      wrong: t('captcha.puzzle_wrong'),
      loading: t('captcha.puzzle_loading'),
    }
    const stop = painPuzzle.show(place, {
      action: 'registration',
      language: 'en',
      texts,
      onSolved: () => undefined,
      onFailed: () => undefined,
      onInstead,
    })
    return () => {
      stop()
      globalThis.fetch = fetch
    }
  }, [answers, t])
  return (
    <Dialog isOpen {...CAPTCHA_DIALOG} title={t('captcha.title')} onClose={() => undefined}>
      <div ref={placeRef} />
    </Dialog>
  )
}

const meta = { component: CaptchaPlay, args: { answers: 'puzzles' } } satisfies Meta<typeof CaptchaPlay>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

/** The slider, once its picture is there. */
async function slider(canvasElement: HTMLElement): Promise<HTMLElement> {
  const disc = await within(canvasElement).findByRole('slider', { name: 'Turn of the disc' })
  await waitFor(() => expect(disc).toBeEnabled())
  return disc
}

export const Loading: Story = { args: { answers: 'nothing' } }

/** CAP-10: there is a way out and no button that confirms the dialog; the disc is turned by keyboard. */
export const Puzzle: Story = {
  play: async ({ canvasElement }) => {
    const disc = await slider(canvasElement)
    await expect(within(canvasElement).queryByRole('button', { name: 'OK' })).toBeNull()
    await waitFor(() => expect(disc).toHaveFocus())
  },
}

export const Wrong: Story = {
  play: async ({ canvasElement }) => {
    await slider(canvasElement)
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Check' }))
    await within(canvasElement).findByText('That did not fit. Here is another picture.')
  },
}

/** A player who cannot see the picture lets the device solve it. */
export const Working: Story = {
  play: async ({ canvasElement }) => {
    await slider(canvasElement)
    await userEvent.click(within(canvasElement).getByRole('button', { name: /I cannot see the picture/ }))
    await waitFor(() => expect(onInstead).toHaveBeenCalled())
    await within(canvasElement).findByText(/Your device is working/)
  },
}
