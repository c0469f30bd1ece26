import { useSelector } from '@xstate/react'
import { type ComponentType, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type ActorRefFrom, fromPromise } from 'xstate'
import { withoutModal } from '#machines/registration/registration-address.rules.ts'
import { modalQueueMachine } from '#machines/shell/modal-queue.machine.ts'
import type { ModalRequest } from '#machines/shell/modal-queue.rules.ts'
import { notificationQueueMachine } from '#machines/shell/notification-queue.machine.ts'
import { visibleNotifications } from '#machines/shell/notification-queue.rules.ts'
import { useLatest } from '#renderers/forms/use-latest.ts'
import { Notifications } from '#renderers/shell/Notifications.tsx'
import { useActorRef, useMachine } from '#renderers/shell/run-machine.ts'
import { ScrollToTop } from '#renderers/shell/ScrollToTop.tsx'
import { MAIN_ID } from '#renderers/site/frame/SiteLayout.tsx'
import { isBetOpen } from '../betting/open-bet.ts'
import { type App, useApp } from '../page/app-context.ts'
import { siteModals, unseenModal } from '../page/frame/site-modals.ts'
import { fetchCode, latePart } from '../page/late/late-code.ts'
import type { ModalProps } from '../page/modal.ts'
import { offeredPath } from '../page/paths.ts'
import { usePlayer } from '../page/player.tsx'
import { report } from '../page/report.ts'
import { shellPort } from '../page/shell-port.ts'
import { useIsWidget } from '../page/use-is-widget.ts'
import { CookieQuestion } from './CookieQuestion.tsx'
import { MODALS } from './modals.ts'
import { SessionGuard, type SessionWish } from './SessionGuard.tsx'

const PlayerUpkeep = latePart(() => import('../account/profile/PlayerUpkeep.tsx'), 'PlayerUpkeep')
const TermsQuestion = latePart(() => import('../content/TermsQuestion.tsx'), 'TermsQuestion')
const NewsWatch = latePart(() => import('../feed/results/NewsWatch.tsx'), 'NewsWatch')
const PlayerProtection = latePart(() => import('../protection/PlayerProtection.tsx'), 'PlayerProtection')
const IdentificationOffer = latePart(() => import('../promo/awards/IdentificationOffer.tsx'), 'IdentificationOffer')
const SiteModals = latePart(() => import('../promo/SiteModals.tsx'), 'SiteModals')
const Consultant = latePart(() => import('../account/support/Consultant.tsx'), 'Consultant')
const WebApp = latePart(() => import('../web-app/WebApp.tsx'), 'WebApp')
const HostLink = latePart(() => import('./host-link/HostLink.tsx'), 'HostLink')
const AutoLogoff = latePart(() => import('../account/sign-in/AutoLogoff.tsx'), 'AutoLogoff')

const loaded = new Map<string, ComponentType<ModalProps>>()

function modalsMachine(app: App) {
  return modalQueueMachine.provide({
    actors: {
      loadModal: fromPromise(async ({ input }) => {
        const modal = MODALS[input.name]
        if (!modal) throw new Error(`this build has no modal "${input.name}"`)
        const [module] = await Promise.all([fetchCode(modal.load, 'Modal'), app.texts.need(modal.dictionaries)])
        loaded.set(input.name, module.Modal)
      }),
    },
  })
}

/** The layer over the page: its modals, its notifications, the cookie question, the way back to the top, and the end of a session
 *  that nobody uses. */
export function ShellHost() {
  const app = useApp()
  const [machine] = useState(() => modalsMachine(app))
  const addressed = useAddressedModal(app)
  const modals = useActorRef(machine, { input: addressed ? { initialModal: addressed } : {} })
  useLeaving(modals)
  useModalsOfAddress(app, modals, addressed)
  const [notifications, sendNotification] = useMachine(notificationQueueMachine)
  const { durationMs, ...look } = app.site.config.application.notifications
  const { isBonusAllowed, isIdentificationBonusShown } = app.site.config.boolean
  const isWidget = useIsWidget()
  const hasIdentificationBonus = isBonusAllowed && isIdentificationBonusShown && !isWidget
  const [cookieCalls, setCookieCalls] = useState(0)
  const [session] = useState(createSessionWishes)
  const { player } = usePlayer()
  const [isLeaving, setLeaving] = useState(false)
  const stack = useSelector(modals, ({ context }) => context.modals.stack)

  useEffect(() => {
    const failures = modals.on('logged', ({ error }) => report('modal.failed', { error: String(error) }))
    const detach = shellPort.attach((wish) => {
      if ('modal' in wish) modals.send({ type: 'modal.shown', ...wish.modal })
      else if ('session' in wish) {
        const isSignOut = wish.session.type === 'sign_out.requested'
        if (isSignOut) setLeaving(true)
        const stay = () => {
          setLeaving(false)
          wish.onStay?.()
        }
        session.give(isSignOut ? { ...wish, onStay: stay } : wish)
      } else if ('notification' in wish)
        sendNotification({ type: 'notification.shown', durationMs, ...wish.notification })
      else setCookieCalls((calls) => calls + 1)
    })
    return () => {
      detach()
      failures.unsubscribe()
    }
  }, [modals, sendNotification, session, durationMs])

  return (
    <>
      {stack.map(({ id, name, params, dialog, isLoaded }) => {
        const Modal = isLoaded ? loaded.get(name) : undefined
        if (!Modal) return null
        return (
          <Modal
            key={id}
            params={params}
            dialog={dialog}
            onDone={(value) => modals.send({ type: 'modal.hidden', id, value })}
            onDismiss={(by) => modals.send({ type: 'modal.dismissed', id, by })}
          />
        )
      })}
      {player ? <SessionGuard userId={player.userId} onWish={session.attach} /> : null}
      {player && hasIdentificationBonus ? (
        <Suspense>
          <IdentificationOffer userId={player.userId} />
        </Suspense>
      ) : null}
      <Notifications
        look={look}
        items={visibleNotifications(notifications.context.notifications)}
        onDismiss={(id) => sendNotification({ type: 'notification.closed', id })}
        onHold={(isHeld, by) => sendNotification({ type: isHeld ? 'hold.started' : 'hold.ended', by })}
      />
      {isWidget ? null : <AroundThePage app={app} cookieCalls={cookieCalls} isLeaving={isLeaving} />}
    </>
  )
}

/** Hands wishes of the page to the guard of the session, which takes them as soon as it is there. */
function createSessionWishes() {
  let taker: ((wish: SessionWish) => void) | null = null
  let waiting: SessionWish[] = []
  return {
    give: (wish: SessionWish) => {
      if (taker) taker(wish)
      else waiting.push(wish)
    },
    attach: (take: (wish: SessionWish) => void) => {
      taker = take
      const held = waiting
      waiting = []
      for (const wish of held) take(wish)
      return () => {
        taker = null
      }
    },
  }
}

interface AroundThePageProps {
  readonly app: App
  readonly cookieCalls: number
  /** Whether the player is signing out: no new requests are made on their behalf then, and those in flight are aborted.
   *  */
  readonly isLeaving: boolean
}

/** What a page has that is no frame of another site. */
function AroundThePage({ app, cookieCalls, isLeaving }: AroundThePageProps) {
  const { pathname } = useLocation()
  const { application, auth, licence } = app.site.config
  const { player } = usePlayer()
  return (
    <>
      <CookieQuestion calls={cookieCalls}>
        {pathname === offeredPath(app, 'home') && !app.state.preview && unseenModal(app, []) ? (
          <Suspense>
            <SiteModals />
          </Suspense>
        ) : null}
      </CookieQuestion>
      <ScrollToTop screens={application.scrollToTopScreens} page={pathname} topId={MAIN_ID} />
      {app.state.preview ? null : (
        <Suspense>
          <WebApp isBetOpen={isBetOpen} />
        </Suspense>
      )}
      {application.hostOrigins.length > 0 && window.parent !== window ? (
        <Suspense>
          <HostLink />
        </Suspense>
      ) : null}
      {player ? (
        <Suspense>
          {isLeaving ? null : <PlayerUpkeep />}
          {isLeaving ? null : <NewsWatch userId={player.userId} />}
        </Suspense>
      ) : null}
      {player && !isLeaving && app.visitor.consultantApiVersion === 3 && !app.state.preview ? (
        <Suspense>
          <Consultant key={player.userId} />
        </Suspense>
      ) : null}
      {player && !isLeaving && licence.termsVersion !== undefined ? (
        <Suspense>
          <TermsQuestion key={player.userId} />
        </Suspense>
      ) : null}
      {player && !isLeaving ? (
        <Suspense>
          <PlayerProtection player={player} />
        </Suspense>
      ) : null}
      {/* It waits for no other file: as long as it is not there, nobody is signed out for being idle. */}
      {player && auth.isAutoLogoffEnabled ? (
        <Suspense>
          <AutoLogoff player={player} />
        </Suspense>
      ) : null}
    </>
  )
}

/** What the ids of modals begin with that an address has opened. */
const ADDRESSED = 'address-'

/** The modal that the page's address asks for (UI-7), when this build has it and this visitor may be shown it. */
function useAddressedModal(app: App): ModalRequest | null {
  const { search } = useLocation()
  const name = new URLSearchParams(search).get(app.site.config.other.modalIdParameter) ?? ''
  const modal = Object.hasOwn(MODALS, name) ? MODALS[name] : undefined
  return useMemo(() => {
    if (siteModals(app).some((one) => one.name === name))
      return { id: ADDRESSED + name, name: 'SITE', params: { name }, dialog: { buttons: [], closesOnEscape: true } }
    if (!modal?.isAddressable?.(app)) return null
    return { id: ADDRESSED + name, name, ...(modal.dialog ? { dialog: modal.dialog } : {}) }
  }, [app, modal, name])
}

/** Leaving a page closes its modals, except for one whose message is shown only once. */
function useLeaving(modals: ActorRefFrom<typeof modalQueueMachine>): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  // Before the modal of its address is hidden, which lets the next one in.
  useLayoutEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const { stack, queue } = modals.getSnapshot().context.modals
    if (![...stack, ...queue].some(({ name }) => MODALS[name]?.outlivesPage)) modals.send({ type: 'page.left' })
  }, [modals, pathname])
}

/** Opens and closes modals as the address comes and goes, and takes a modal that the player has left out of the address: back
 *  to the page from which a link opened it, else in its place. */
function useModalsOfAddress(app: App, modals: ActorRefFrom<typeof modalQueueMachine>, wanted: ModalRequest | null) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const parameter = app.site.config.other.modalIdParameter
  const leave = useLatest((name: string) => {
    const { search, pathname } = window.location
    if (new URLSearchParams(search).get(parameter) !== name) return
    const isOpenedHere = (state as { readonly isModal?: boolean } | null)?.isModal === true
    void (isOpenedHere ? navigate(-1) : navigate(pathname + withoutModal(search, parameter), { replace: true }))
  })
  useEffect(() => {
    if (!wanted) return
    modals.send({ type: 'modal.shown', ...wanted })
    const ends = modals.on('modal.settled', ({ id }) => {
      if (id === wanted.id) leave(wanted.id.slice(ADDRESSED.length))
    })
    return () => {
      ends.unsubscribe()
      modals.send({ type: 'modal.hidden', id: wanted.id })
    }
  }, [modals, wanted, leave])
}
