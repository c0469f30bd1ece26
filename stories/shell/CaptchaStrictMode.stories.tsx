import type { Meta, StoryObj } from '@storybook/react-vite'
import { StrictMode, useEffect, useState } from 'react'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import type { CallPort } from '#calls/call.ts'
import { Modal } from '#client/captcha/CaptchaModal.tsx'
import { createCaptchaService } from '#client/captcha/captcha-service.ts'
import { type CaptchaStage, captchaStage } from '#client/captcha/captcha-stage.ts'
import { shellPort } from '#client/page/shell-port.ts'
import { CAPTCHA_DIALOG } from '#machines/shell/dialog.rules.ts'
import type { PublicCaptchaConfig } from '#schemas'

const CONFIG = { type: 'puzzle', isForceDisabled: false, siteKeys: {}, guards: {} } as unknown as PublicCaptchaConfig
const onChallenge = fn()

/** A challenge that is a button in the dialog. */
async function challenge(stage: CaptchaStage, signal: AbortSignal) {
  const host = await stage.open()
  onChallenge()
  const ended = Promise.withResolvers<{ token: string; lifetimeMs: number }>()
  const button = document.createElement('button')
  button.textContent = 'I am human'
  button.addEventListener('click', () => ended.resolve({ token: 'a.b', lifetimeMs: 60_000 }))
  signal.addEventListener('abort', () => ended.reject(signal.reason))
  host.replaceChildren(button)
  return ended.promise.finally(() => stage.close())
}

function serviceOfStory() {
  const provider = ({ stage }: { readonly stage: CaptchaStage }) => ({
    load: async () => undefined,
    render: async () => undefined,
    isReady: () => true,
    execute: (signal: AbortSignal) => challenge(stage, signal),
    reset: async () => undefined,
    dispose: () => undefined,
  })
  return createCaptchaService({
    config: CONFIG,
    language: 'en',
    call: (() => Promise.reject(new Error('no call is made'))) as unknown as CallPort,
    stage: captchaStage,
    onDismissed: (listener) => {
      captchaStage.onDismissed = listener
    },
    askSwitch: async () => undefined,
    providers: { custom: provider, puzzle: provider, google: provider, hcaptcha: provider, hunt: provider },
  })
}

/** The one of the page: made outside React, as the application does it. */
const service = serviceOfStory()

/** A page in React's strict mode, in which every effect is taken back and run again: it asks for a captcha and says what came
 *  of it. */
function StrictPage() {
  const [isShown, setIsShown] = useState(false)
  const [outcome, setOutcome] = useState('nothing yet')
  useEffect(() => shellPort.attach((wish) => setIsShown('modal' in wish)), [])
  const ask = () => {
    setOutcome('asked')
    service.execute('registration').then(
      (token) => setOutcome(`token ${token}`),
      (error: Error) => setOutcome(error.message),
    )
  }
  return (
    <>
      <button type="button" onClick={ask}>
        Ask
      </button>
      <output>{outcome}</output>
      {isShown ? (
        <Modal
          params={{}}
          dialog={CAPTCHA_DIALOG}
          onDone={() => setIsShown(false)}
          onDismiss={() => setIsShown(false)}
        />
      ) : null}
    </>
  )
}

const meta = {
  component: StrictPage,
  decorators: [
    (Story) => (
      <StrictMode>
        <Story />
      </StrictMode>
    ),
  ],
} satisfies Meta<typeof StrictPage>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

/** Asks, and gives what the dialog holds. */
async function opened(canvasElement: HTMLElement) {
  onChallenge.mockClear()
  service.spend('registration')
  const page = within(canvasElement)
  await userEvent.click(await page.findByRole('button', { name: 'Ask' }))
  return { page, human: await page.findByRole('button', { name: 'I am human' }) }
}

/** C10: the dialog that strict mode takes away and puts back dismisses nothing, and its challenge is run once. */
export const Solved: Story = {
  play: async ({ canvasElement }) => {
    const { page, human } = await opened(canvasElement)
    await expect(page.getByRole('status')).toHaveTextContent('asked')
    await userEvent.click(human)
    await waitFor(() => expect(page.getByRole('status')).toHaveTextContent('token a.b'))
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    await expect(onChallenge).toHaveBeenCalledOnce()
  },
}

/** C10: one that the player closes is dismissed, and the next one is shown again. */
export const Dismissed: Story = {
  play: async ({ canvasElement }) => {
    const { page } = await opened(canvasElement)
    const [cross] = page.getAllByRole('button', { name: 'Close' })
    if (!cross) throw new Error('the dialog cannot be closed')
    await userEvent.click(cross)
    await waitFor(() => expect(page.getByRole('status')).toHaveTextContent('Dismissed captcha'))
    const again = await opened(canvasElement)
    await userEvent.click(again.human)
    await waitFor(() => expect(page.getByRole('status')).toHaveTextContent('token a.b'))
  },
}
