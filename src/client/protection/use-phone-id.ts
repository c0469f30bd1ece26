import { useEffect, useState } from 'react'
import { beginMobileId, beginSmartId, getMobileIdSession, getSmartIdSession } from '#calls/identification.calls.ts'
import { type Failure, readFailure } from '#machines/shell/failure.rules.ts'
import type { IdentityChallenge, IdentityCheck, MobileIdBody, SmartIdBody } from '#schemas'
import { useApp } from '../page/app-context.ts'

/** A way to be identified by the player's phone, with who they say that they are. */
export type PhoneIdClaim =
  | { readonly way: 'smart_id'; readonly body: SmartIdBody }
  | { readonly way: 'mobile_id'; readonly body: MobileIdBody }

interface RunningCheck extends IdentityChallenge {
  readonly way: PhoneIdClaim['way']
}

/** How long the page waits between two questions; a service answers each within some seconds. */
const PAUSE_MS = 2000

/** A check by phone: begun, asked after until it is decided, and then reported once.
 *  @param onDecided what happens when the player was verified or refused */
export function usePhoneId(onDecided: () => Promise<void>) {
  const { call } = useApp()
  const [running, setRunning] = useState<RunningCheck | null>(null)
  const [outcome, setOutcome] = useState<IdentityCheck | null>(null)
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    if (!running) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout>
    const { way, sessionId } = running
    const input = { query: { sessionId } }
    async function ask(): Promise<void> {
      // A question that is not answered is asked again: the check continues at the service.
      const check = await call(way === 'smart_id' ? getSmartIdSession : getMobileIdSession, input).catch(() => null)
      if (isOver) return
      if (!check || check.state === 'running') {
        timer = setTimeout(() => void ask(), PAUSE_MS)
        return
      }
      setRunning(null)
      setOutcome(check)
      if (check.state !== 'failed') await onDecided()
    }
    void ask()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [running, call, onDecided])

  /** Has the phone ask. @returns why it was refused, or null */
  async function begin(claim: PhoneIdClaim): Promise<Failure | null> {
    setBusy(true)
    setOutcome(null)
    try {
      const challenge = await (claim.way === 'smart_id'
        ? call(beginSmartId, { body: claim.body })
        : call(beginMobileId, { body: claim.body }))
      setRunning({ ...challenge, way: claim.way })
      return null
    } catch (failure) {
      return readFailure(failure)
    } finally {
      setBusy(false)
    }
  }

  return { running, outcome, isBusy, begin, stop: () => setRunning(null) }
}
