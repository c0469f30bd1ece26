import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TextsProvider } from '../../site/texts.tsx'
import { GameBroadcasts, type GameBroadcastsProps } from './GameBroadcasts.tsx'

const BROADCASTS = [
  { channel: 'Pitch TV', frameUrl: 'https://player.example/embed/71' },
  { channel: 'Field TV', pageUrl: 'https://field.example/live/71' },
]

/** The panel as the server writes it: what is in a frame, what is pressed, and what is linked to. */
function panel(playerMode?: GameBroadcastsProps['playerMode']) {
  const html = renderToStaticMarkup(
    <TextsProvider t={(key) => key} language="en" direction="ltr">
      <GameBroadcasts broadcasts={BROADCASTS} startOf={() => ''} playerMode={playerMode} />
    </TextsProvider>,
  )
  return {
    frames: (html.match(/<iframe/g) ?? []).length,
    buttons: (html.match(/<button/g) ?? []).length,
    links: [...html.matchAll(/href="(https:[^"]+)"/g)].map(([, href]) => href),
  }
}

test('LAYOUT-3: by default, mode 3, a player waits in the page until it is wanted', () => {
  const waiting = { frames: 0, buttons: 1, links: ['https://field.example/live/71'] }
  expect(panel(3)).toEqual(waiting)
  expect(panel()).toEqual(waiting)
})

test('LAYOUT-3: in mode 2 the first player is in the page at once', () => {
  expect(panel(2)).toEqual({ frames: 1, buttons: 1, links: ['https://field.example/live/71'] })
})

test('LAYOUT-3: in mode 1 a player opens in a tab of its own, and in mode 0 there is none', () => {
  expect(panel(1)).toEqual({
    frames: 0,
    buttons: 0,
    links: ['https://player.example/embed/71', 'https://field.example/live/71'],
  })
  expect(panel(0)).toEqual({ frames: 0, buttons: 0, links: ['https://field.example/live/71'] })
})
