import { useEffect, useState } from 'react'
import { fromPromise } from 'xstate'
import { passwordActors } from '#calls/actors/password.actors.ts'
import { type PasswordInput, passwordMachine } from '#machines/account/sign-in/password.machine.ts'
import type { PasswordFault, PasswordLine } from '#machines/account/sign-in/password.rules.ts'
import { useMachine } from '#renderers/shell/run-machine.ts'
import { useText } from '#renderers/site/texts.tsx'
import { type App, useApp } from '../../page/app-context.ts'
import { encodePassword } from './encode-password.ts'

const LABELS: Readonly<Record<PasswordLine, string>> = {
  login: 'account.login',
  old: 'security.old_password',
  code: 'security.reset_code',
  password: 'security.new_password',
  repeated: 'security.repeated',
}

function machineFor({ call }: App) {
  return passwordMachine.provide({
    actors: {
      askForReset: fromPromise(({ input }) => passwordActors.askForReset(call, input)),
      setPassword: fromPromise(({ input }) => passwordActors.setPassword(call, input)),
      changePassword: fromPromise(({ input }) => passwordActors.changePassword(call, input, encodePassword)),
    },
  })
}

/** The machine that changes or resets a password, with this page's calls. */
export function usePassword(input: PasswordInput) {
  const app = useApp()
  const [machine] = useState(() => machineFor(app))
  return useMachine(machine, { input })
}

/** What to say at a line, or at the form. The line that is wrong gets the focus. @param id the lines' elements are `<id>-<line>` */
export function usePasswordFault(id: string, fault: PasswordFault | null) {
  const t = useText()
  useEffect(() => {
    if (fault) document.getElementById(`${id}-${fault.at}`)?.focus()
  }, [id, fault])
  return (line: PasswordLine | 'form'): string | null => {
    if (fault?.at !== line) return null
    return t(
      fault.code,
      fault.code === 'required' && line !== 'form' ? { label: t(LABELS[line]) } : { ...fault.params },
    )
  }
}
