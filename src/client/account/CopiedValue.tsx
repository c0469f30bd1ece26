import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { shellPort } from '../page/shell-port.ts'
import { EntrySecret } from './sign-in/EntryParts.tsx'

/** Puts a text on the clipboard and tells the player whether the browser let us. @returns whether it did */
export async function copyText(label: string, text: string): Promise<boolean> {
  const isCopied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
  shellPort.notify({
    id: `copied-${label}`,
    kind: isCopied ? 'success' : 'error',
    text: isCopied ? 'account.copied' : 'account.copy_refused',
    params: { label },
  })
  return isCopied
}

/** Props of {@link CopiedValue}. */
export interface CopiedValueProps {
  readonly label: string
  readonly value: string
  readonly onCopied?: () => void
}

/** A value that is shown once, and a way to copy it. */
export function CopiedValue({ label, value, onCopied }: CopiedValueProps) {
  const t = useText()
  const copy = async () => {
    if (await copyText(label, value)) onCopied?.()
  }
  return (
    <EntrySecret>
      <dl>
        <dt>{label}</dt>
        <dd dir="ltr">{value}</dd>
      </dl>
      <Button kind="quiet" icon="copy" type="button" onClick={() => void copy()}>
        {t('account.copy')}
      </Button>
    </EntrySecret>
  )
}
