import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** Where the editor is: which file, which object inside it, in which language its texts are shown. It is in the address. */
export interface EditorPlace {
  readonly path: string
  readonly pointer: string
  readonly language: string | null
  /** Goes to a file, or to an object inside it. */
  readonly open: (path: string, pointer?: string) => void
  readonly setLanguage: (language: string) => void
}

/** Reads the place from the address, and goes to others. */
export function useEditorPlace(): EditorPlace {
  const [search, setSearch] = useSearchParams()
  const open = useCallback(
    (path: string, pointer = '') => {
      setSearch((former) => {
        const next = new URLSearchParams(former)
        next.set('document', path)
        if (pointer === '') next.delete('at')
        else next.set('at', pointer)
        return next
      })
    },
    [setSearch],
  )
  const setLanguage = useCallback(
    (language: string) => {
      setSearch((former) => {
        const next = new URLSearchParams(former)
        next.set('language', language)
        return next
      })
    },
    [setSearch],
  )
  return {
    path: search.get('document') ?? '',
    pointer: search.get('at') ?? '',
    language: search.get('language'),
    open,
    setLanguage,
  }
}
