import { type RefObject, useEffect, useRef, useState } from 'react'
import type { DraftState } from '../draft/draft-state.ts'
import {
  type FromPreview,
  type PreviewAudience,
  type PreviewScheme,
  previewMessage,
  type SoughtPlace,
  type ToPreview,
} from './preview-messages.ts'
import { typedTexts } from './typed-texts.ts'

/** What was pressed in the page. */
export type PickedPlace = Omit<Extract<FromPreview, { readonly type: 'livery.preview.picked' }>, 'type'>

/** What the studio shows of the page in the frame. */
export interface PreviewLink {
  readonly frame: RefObject<HTMLIFrameElement | null>
  /** Whether the page listens. */
  readonly isReady: boolean
  /** Whether the page shows the last edit that was sent to it. */
  readonly isCurrent: boolean
  /** How many parts of the page are what was sought last; null before anything was, and while the page looks. */
  readonly found: number | null
}

interface PreviewWishes {
  readonly address: string
  readonly preview: DraftState['preview']
  /** Edits that the server has not taken yet. */
  readonly pending: DraftState['pending']
  readonly isInspecting: boolean
  readonly scheme: PreviewScheme
  readonly audience: PreviewAudience
  /** What is to be shown on the page; another object seeks again. */
  readonly sought: SoughtPlace | null
  readonly onMoved: (path: string) => void
  readonly onPicked: (picked: PickedPlace) => void
}

/** Speaks with the page in the frame: sends it the draft after each edit and after each load, and hears what is pressed. */
export function usePreview(wishes: PreviewWishes): PreviewLink {
  const { address, preview, pending, isInspecting, scheme, audience, sought } = wishes
  const frame = useRef<HTMLIFrameElement>(null)
  const origin = new URL(address).origin
  /** Counts the loads of the page: after each the page is sent everything again. */
  const [loads, setLoads] = useState(0)
  const [shown, setShown] = useState<number | null>(null)
  const [found, setFound] = useState<number | null>(null)
  const latest = useRef(wishes)
  useEffect(() => {
    latest.current = wishes
  })
  useEffect(() => {
    const onMessage = (event: MessageEvent<unknown>): void => {
      const message = previewMessage(event, frame.current?.contentWindow, origin)
      const { onMoved, onPicked, preview: sent } = latest.current
      if (message?.type === 'livery.preview.ready') setLoads((count) => count + 1)
      else if (message?.type === 'livery.preview.applied') setShown(sent?.sequence ?? null)
      else if (message?.type === 'livery.preview.moved') onMoved(message.path)
      else if (message?.type === 'livery.preview.found') setFound(message.count)
      else if (message) {
        const { type: _type, ...picked } = message
        onPicked(picked)
      }
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [origin])
  useEffect(() => {
    setFound(null)
    if (loads > 0 && preview) post(frame.current, origin, { type: 'livery.preview.draft', preview: preview.parts })
  }, [loads, preview, origin])
  useEffect(() => {
    if (loads > 0) post(frame.current, origin, { type: 'livery.preview.texts', texts: typedTexts(pending) })
  }, [loads, pending, origin])
  useEffect(() => {
    if (loads > 0) post(frame.current, origin, { type: 'livery.preview.inspect', isOn: isInspecting })
  }, [loads, isInspecting, origin])
  useEffect(() => {
    if (loads > 0) post(frame.current, origin, { type: 'livery.preview.scheme', scheme })
  }, [loads, scheme, origin])
  useEffect(() => {
    if (loads > 0) post(frame.current, origin, { type: 'livery.preview.visitor', ...audience })
  }, [loads, audience, origin])
  useEffect(() => {
    setFound(null)
    if (sought) post(frame.current, origin, { type: 'livery.preview.find', ...sought })
  }, [sought, origin])
  return { frame, found, isReady: loads > 0, isCurrent: preview === null || shown === preview.sequence }
}

function post(frame: HTMLIFrameElement | null, origin: string, message: ToPreview): void {
  frame?.contentWindow?.postMessage(message, origin)
}
