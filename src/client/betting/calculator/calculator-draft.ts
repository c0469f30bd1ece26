import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** How long after the last key the address follows, in ms. */
const ADDRESS_AFTER_MS = 400

/** What is being typed into a page whose address keeps it. The page follows each key, its address a moment later; an address that
 *  comes from elsewhere, such as a link to the empty page, is read again.
 *  @param read what an address says  @param write the query that keeps it */
export function useAddressDraft<Form>(
  read: (query: URLSearchParams) => Form,
  write: (form: Form) => readonly (readonly [name: string, value: string])[],
): readonly [form: Form, change: (form: Form) => void] {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [draft, setDraft] = useState(() => ({ form: read(new URLSearchParams(search)), isTyped: false }))
  const shown = useRef(search)
  const readAnew = useEffectEvent(() => {
    if (shown.current === search) return
    shown.current = search
    setDraft({ form: read(new URLSearchParams(search)), isTyped: false })
  })
  const keep = useEffectEvent((form: Form) => {
    const query = `?${new URLSearchParams(write(form).map(([name, value]) => [name, value]))}`
    if (shown.current === query) return
    shown.current = query
    void navigate({ pathname, search: query }, { replace: true, preventScrollReset: true })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the address that is read again
  useEffect(() => readAnew(), [search])
  useEffect(() => {
    if (!draft.isTyped) return
    const timer = setTimeout(() => keep(draft.form), ADDRESS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [draft])
  return [draft.form, (form) => setDraft({ form, isTyped: true })]
}
