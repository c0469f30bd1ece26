import { useEffect } from 'react'
import { getIdentificationBonus } from '#calls/promo/bonus.calls.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { noteFault } from '../../page/report.ts'
import { shellPort } from '../../page/shell-port.ts'
import { useCall } from '../../page/use-call.ts'

/** The key under which a tab keeps that the dialog was shown. */
const SHOWN_KEY = 'identificationBonusShown'

/** Shows the dialog of the bonus for a verified identity to a player whom the server names for it, once a visit (PROMO-10). It draws
 *  nothing. */
export function IdentificationOffer({ userId }: { readonly userId: number }) {
  const call = useCall()
  useEffect(() => {
    if (wasShown(userId)) return
    call(getIdentificationBonus, {}).then(
      ({ isShown }) => {
        if (!isShown || wasShown(userId)) return
        keepShown(userId)
        shellPort.showModal({
          id: 'identification-bonus',
          name: 'IDENTIFICATION_BONUS',
          dialog: { buttons: [], closesOnEscape: true },
        })
      },
      (error: unknown) => {
        const { code } = readFailure(error)
        if (code !== 'request.cancelled') noteFault('identification_bonus.not_read', { code })
      },
    )
  }, [call, userId])
  return null
}

/** A browser without storage shows it once a page. */
function wasShown(userId: number): boolean {
  try {
    return sessionStorage.getItem(SHOWN_KEY) === String(userId)
  } catch {
    return false
  }
}

function keepShown(userId: number): void {
  try {
    sessionStorage.setItem(SHOWN_KEY, String(userId))
  } catch (error) {
    noteFault('identification_bonus.not_kept', { error: String(error) })
  }
}
