import { useText } from '#renderers/site/texts.tsx'

/** A receipt as a file, and the page that verifies it without the network (LOT-6). */
export function ReceiptLinks({ name, receipt }: { readonly name: string; readonly receipt: object }) {
  const t = useText()
  return (
    <>
      <a href={`data:application/json,${encodeURIComponent(JSON.stringify(receipt))}`} download={`${name}.json`}>
        {t('draws.receipt_file')}
      </a>
      <a href="/verify.html" target="_blank" rel="noreferrer">
        {t('draws.offline_page')}
      </a>
    </>
  )
}
