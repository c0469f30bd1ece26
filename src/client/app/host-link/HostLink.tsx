import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ActorRefFrom } from 'xstate'
import { windowLinkMachine } from '#machines/shell/window-link.machine.ts'
import { useLatest } from '#renderers/forms/use-latest.ts'
import { makeActor } from '#renderers/shell/run-machine.ts'
import type { SharedChange } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { watchPageFacts } from './page-facts.ts'
import { newWindowId } from './window-ids.ts'

type Link = ActorRefFrom<typeof windowLinkMachine>

/** The link of this page with the window around it, where that is of a site which the brand names (XWIN-1 to XWIN-4): the page tells where
 *  it is and what it shows, and does what the other window asks. */
export function HostLink() {
  const { site } = useApp()
  const origin = originAround(site.config.application.hostOrigins)
  return origin === null ? null : <Linked origin={origin} />
}

/** The origin of the window around, if it is among the known ones: by the browser where it tells, else by what has led here. */
function originAround(known: readonly string[]): string | null {
  const told = window.location.ancestorOrigins?.[0]
  const led = URL.canParse(document.referrer) ? new URL(document.referrer).origin : undefined
  return [told ?? led].find((origin) => origin !== undefined && known.includes(origin)) ?? null
}

function Linked({ origin }: { readonly origin: string }) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [link, setLink] = useState<Link | null>(null)
  const path = pathname + search
  const obey = useLatest(({ key, value }: SharedChange) => {
    if (key === 'routePath') {
      if (value !== path && isOwnPath(String(value))) void navigate(String(value))
    } else hide(key, value)
  })

  useEffect(() => {
    const actor = linkedActor(origin, obey)
    setLink(actor)
    const hear = (event: MessageEvent<unknown>): void => {
      const isFromPeer = event.source === window.parent
      actor.send({ type: 'message.received', origin: event.origin, isFromPeer, data: event.data as never })
    }
    const leave = (): void => actor.send({ type: 'link.closed' })
    window.addEventListener('message', hear)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('message', hear)
      window.removeEventListener('pagehide', leave)
      leave()
      actor.stop()
    }
  }, [origin, obey])

  useEffect(() => {
    link?.send({ type: 'key.changed', key: 'routePath', value: path })
  }, [link, path])

  useEffect(() => {
    if (!link) return undefined
    return watchPageFacts((facts) => {
      for (const [key, value] of Object.entries(facts))
        link.send({ type: 'key.changed', key: key as SharedChange['key'], value })
    })
  }, [link])
  return null
}

/** A link that has begun to greet the window around. */
function linkedActor(origin: string, obey: (change: SharedChange) => void): Link {
  const actor = makeActor(windowLinkMachine, { input: { session: newWindowId(), peerOrigin: origin } })
  actor.on('message.wanted', ({ targetOrigin, message }) =>
    window.parent.postMessage({ ...message, id: newWindowId() }, targetOrigin),
  )
  actor.on('key.shared', ({ change }) => obey(change))
  actor.on('link.changed', ({ status }) => {
    document.documentElement.dataset.hostLink = status
  })
  actor.start()
  return actor
}

/** Whether a path stays within this site: `//other.example` would lead out of it. */
function isOwnPath(path: string): boolean {
  return (
    URL.canParse(path, window.location.origin) &&
    new URL(path, window.location.origin).origin === window.location.origin
  )
}

/** What the window around wants to be drawn otherwise. */
function hide(key: SharedChange['key'], value: boolean | string): void {
  const { dataset } = document.documentElement
  if (key === 'overlayTheme') dataset.overlayTheme = String(value)
  const part = key === 'isHeaderHidden' ? 'header' : key === 'isBottomNavigationHidden' ? 'bottom' : null
  if (part === null) return
  const hidden = new Set((dataset.hostHides ?? '').split(' ').filter(Boolean))
  if (value === true) hidden.add(part)
  else hidden.delete(part)
  dataset.hostHides = [...hidden].join(' ')
}
