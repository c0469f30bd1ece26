import { useState } from 'react'
import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { shellPort } from '../../page/shell-port.ts'

/** Signs out and leaves nothing of the player in the page (SEC-12). */
export function SignOutButton({ isWide = false }: { readonly isWide?: boolean }) {
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    await shellPort.signOut()
    setBusy(false)
  }
  return (
    <Button kind="quiet" icon="logout" isBusy={isBusy} isWide={isWide} onClick={() => void leave()}>
      {t('account.sign_out')}
    </Button>
  )
}
