import { Suspense, useEffect, useState } from 'react'
import { useMatches } from 'react-router'
import { offersAccountSwitch } from '#machines/site/routes/account-section.rules.ts'
import type { RouteId } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { latePart } from '../page/late/late-code.ts'
import { pageAtRest } from '../page/page-rest.ts'

const HeaderWallets = latePart(() => import('../account/wallets/HeaderWallets.tsx'), 'HeaderWallets')

/** The switch between the player's currency accounts, on pages that offer one (CFG-12). The page does without it until it is at rest;
 *  a preview has a player without accounts. */
export function HeaderAccounts() {
  const { site, state } = useApp()
  const shown = useMatches().at(-1)?.id as RouteId | undefined
  const [isAtRest, setAtRest] = useState(false)
  useEffect(() => {
    let isGone = false
    void pageAtRest(300).then(() => {
      if (!isGone) setAtRest(true)
    })
    return () => {
      isGone = true
    }
  }, [])
  if (!isAtRest || state.preview || !offersAccountSwitch(site.config.global, shown)) return null
  return (
    <Suspense>
      <HeaderWallets />
    </Suspense>
  )
}
