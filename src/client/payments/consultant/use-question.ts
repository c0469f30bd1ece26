import { useState } from 'react'
import { useNavigate } from 'react-router'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import { shellPort } from '../../page/shell-port.ts'

/** A question that is being written: sent, it leads to the list of questions. */
export function useQuestion(send: (text: string) => Promise<unknown>) {
  const app = useApp()
  const t = useText()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  return {
    ...{ text, error, isBusy },
    setText: (next: string) => {
      setText(next)
      setError(null)
    },
    submit: async (): Promise<void> => {
      if (isBusy) return
      if (text.trim() === '') return setError(t('payment.consultant_say'))
      setBusy(true)
      try {
        await send(text.trim())
        shellPort.notify({ id: 'payments', kind: 'success', text: 'payment.consultant_sent' })
        const list = offeredPath(app, 'payment_consultant_requests')
        if (list) await navigate(list)
      } catch (failure) {
        const { code, params } = readFailure(failure)
        setError(t(code, { ...params }))
      } finally {
        setBusy(false)
      }
    },
  }
}
