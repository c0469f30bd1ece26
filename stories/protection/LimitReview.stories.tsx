import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, userEvent, within } from 'storybook/test'
import { AppContext } from '#client/page/app-context.ts'
import { useText } from '#renderers/site/texts.tsx'
import type { PlayerSummary } from '#schemas'
import { LimitReview } from '../../src/client/protection/LimitReview.tsx'
import { makeStoryApp } from '../story-app.ts'

/** The question about limits that a player has not thought of for long, on a page of its own. */
function ReviewStory({ startedAt }: { readonly startedAt: string }) {
  const t = useText()
  const [router] = useState(() => {
    const app = makeStoryApp({ answers: {}, t, isSignedIn: true })
    const player = app.state.visitor.player as PlayerSummary
    const element = (
      <AppContext value={app}>
        <LimitReview player={player} session={{ startedAt }} />
      </AppContext>
    )
    return createMemoryRouter([{ path: '*', element }], { initialEntries: ['/en'] })
  })
  return <RouterProvider router={router} />
}

const meta = {
  component: ReviewStory,
  args: { startedAt: '2026-03-01T12:00:00.000Z' },
  beforeEach: () => localStorage.removeItem('livery:limits-review'),
} satisfies Meta<typeof ReviewStory>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

/** RG-9: the player is led to their limits, or puts it off for this session. */
export const Due: StoryObj<typeof meta> = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('link', { name: 'Look at limits' })).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Later' }))
    await expect(canvas.queryByRole('complementary')).toBeNull()
  },
}
