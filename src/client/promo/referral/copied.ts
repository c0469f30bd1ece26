import { shellPort } from '../../page/shell-port.ts'

/** Puts a text on the clipboard and says whether the browser let us. */
export async function copied(label: string, text: string): Promise<void> {
  const isCopied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
  const key = isCopied ? 'referral.copied' : 'referral.copy_refused'
  shellPort.notify({ id: 'referral-copy', kind: isCopied ? 'success' : 'error', text: key, params: { label } })
}
