import { useEffect } from 'react'
import { useApp } from '../page/app-context.ts'
import { unseenModal } from '../page/frame/site-modals.ts'
import { noteFault } from '../page/report.ts'
import { shellPort } from '../page/shell-port.ts'

/** The key under which a tab keeps the names of the dialogs that it has shown. */
const SEEN_KEY = 'siteModalsSeen'

/** Opens the brand's dialogs that open by themselves, one each time that the home page is shown and each once a visit. It draws
 *  nothing. */
export function SiteModals() {
  const app = useApp()
  useEffect(() => {
    const seen = seenNames()
    const next = unseenModal(app, seen)
    if (!next) return
    keepSeen([...seen, next.name])
    shellPort.showModal({
      ...{ id: `site-${next.name}`, name: 'SITE', params: { name: next.name } },
      dialog: { buttons: [], closesOnEscape: true },
    })
  }, [app])
  return null
}

/** Dialogs that a browser without storage has shown. */
let ofPage: readonly string[] = []

function seenNames(): readonly string[] {
  try {
    return [...ofPage, ...(sessionStorage.getItem(SEEN_KEY) ?? '').split(' ')]
  } catch {
    return ofPage
  }
}

function keepSeen(names: readonly string[]): void {
  ofPage = names
  try {
    sessionStorage.setItem(SEEN_KEY, names.filter(Boolean).join(' '))
  } catch (error) {
    noteFault('site_modals.not_kept', { error: String(error) })
  }
}
