import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { shellPort } from '../page/shell-port.ts'
import { EntrySecret } from './sign-in/EntryParts.tsx'

/** Puts a text on the clipboard and says whether the browser let us. */
export async function copyText(label: string, text: string): Promise<void> {
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
}

/** A value that is shown once, and a way to copy it. */
export function CopiedValue({ label, value }: { readonly label: string; readonly value: string }) {
  const t = useText()
  return (
    <EntrySecret>
      <dl>
        <dt>{label}</dt>
        <dd dir="ltr">{value}</dd>
      </dl>
      <Button kind="quiet" icon="copy" type="button" onClick={() => void copyText(label, value)}>
        {t('account.copy')}
      </Button>
    </EntrySecret>
  )
}
