import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { fromPromise } from 'xstate'
import { appInstallMachine } from '#machines/shell/app/app-install.machine.ts'
import { appStoreId } from '#machines/shell/app/device-apps.rules.ts'
import { InstallOffer } from '#renderers/shell/InstallOffer.tsx'
import { useActorRef } from '#renderers/shell/run-machine.ts'
import { type App, useApp } from '../page/app-context.ts'
import { thisDevice } from '../page/frame/device.ts'
import { installPort } from '../page/install-port.ts'
import { report } from '../page/report.ts'
import { readStored, writeStored } from '../page/stored.ts'

const DECLINED = 'installDeclined'
const STANDALONE = '(display-mode: standalone), (display-mode: fullscreen)'

const pageInstallMachine = appInstallMachine.provide({
  actors: {
    askBrowser: fromPromise(async () => {
      const answer = await installPort.takeQuestion()?.prompt()
      return answer?.outcome === 'accepted'
    }),
  },
})

/** An iPhone whose brand has an app in the store is offered that by Safari itself (Document.tsx). */
function startInput(app: App) {
  const { application, boolean } = app.site.config
  const platform = thisDevice(app)
  const hasOwnApp = platform === 'ios' && appStoreId(application.iosAppUrl) !== null
  const declined = readStored(DECLINED)
  return {
    isOffered: boolean.isWebAppInstallOffered && !hasOwnApp,
    isInstalled: window.matchMedia(STANDALONE).matches || (navigator as { standalone?: boolean }).standalone === true,
    platform,
    declinedAtMs: typeof declined === 'number' ? declined : null,
    nowMs: Date.now(),
  }
}

/** The offer to install the site, by what the device can (APP-4). */
export function InstallPlace() {
  const app = useApp()
  const { site } = app
  const [input] = useState(() => startInput(app))
  const offer = useActorRef(pageInstallMachine, { input })
  const isPossible = useSelector(offer, (snapshot) => snapshot.hasTag('possible'))
  const shown = useSelector(offer, (snapshot) => (snapshot.hasTag('shown') ? snapshot.value : null))

  useEffect(() => {
    const look = () => {
      if (installPort.hasQuestion()) offer.send({ type: 'install.possible' })
    }
    const installed = () => offer.send({ type: 'app.installed' })
    const stopListening = installPort.listen(look)
    const detach = installPort.attach(() => offer.send({ type: 'install.wanted' }))
    const kept = offer.on('decline.kept', ({ atMs }) => writeStored(DECLINED, atMs))
    const failures = offer.on('logged', ({ actor, code }) => report('install.failed', { actor, code }))
    window.addEventListener('appinstalled', installed)
    look()
    return () => {
      stopListening()
      detach()
      kept.unsubscribe()
      failures.unsubscribe()
      window.removeEventListener('appinstalled', installed)
    }
  }, [offer])

  useEffect(() => installPort.setPossible(isPossible), [isPossible])

  if (shown === null) return null
  return (
    <InstallOffer
      name={site.name}
      icon={`/app/icon/${site.hash}/any-192.png`}
      isGuide={shown === 'guiding'}
      onInstall={() => offer.send({ type: 'install.wanted' })}
      onClose={() => offer.send({ type: 'offer.declined', nowMs: Date.now() })}
    />
  )
}
