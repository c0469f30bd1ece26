import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import type { CallPort } from '#calls/call.ts'
import type { StudioAccount, StudioRole, StudioSessionAnswer } from '#schemas'

/** What every screen of the studio can use. */
export interface Studio {
  readonly call: CallPort
  readonly session: StudioSessionAnswer
  readonly setSession: (session: StudioSessionAnswer) => void
}

const StudioContext = createContext<Studio | null>(null)

/** Gives the screens below it the calls and who is signed in. */
export function StudioProvider(props: {
  readonly call: CallPort
  readonly initial: StudioSessionAnswer
  readonly children: ReactNode
}) {
  const { call, initial, children } = props
  const [own, setSession] = useState(initial)
  const { sendsMail } = initial
  const studio = useMemo(() => {
    // What the server can do stays as it is when somebody signs in or out.
    const session = sendsMail ? { ...own, sendsMail } : own
    return { call, session, setSession }
  }, [call, own, sendsMail])
  return <StudioContext value={studio}>{children}</StudioContext>
}

/** The calls and who is signed in. @throws Error outside of a StudioProvider */
export function useStudio(): Studio {
  const studio = use(StudioContext)
  if (!studio) throw new Error('a screen of the studio is drawn outside of a StudioProvider')
  return studio
}

/** Who is signed in. @throws Error where nobody is: such screens are drawn behind the sign-in only */
export function useAccount(): StudioAccount {
  const { account } = useStudio().session
  if (!account) throw new Error('the screen is for people who are signed in')
  return account
}

/** Whether an account has a role in all brands. An owner has every role. */
export function isEverywhere(account: Pick<StudioAccount, 'grants'>, role: StudioRole): boolean {
  return account.grants.some((grant) => grant.scope === '*' && (grant.role === role || grant.role === 'owner'))
}
