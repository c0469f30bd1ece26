import { createRoot, type Root } from 'react-dom/client'
import type { CallPort } from '#calls/call.ts'
import { getStudioSession } from '#calls/studio/studio-access.calls.ts'
import { StudioApp } from './app/StudioApp.tsx'
import { StudioStart } from './app/StudioStart.tsx'
import { createStudioCall } from './app/studio-call.ts'
import './app/studio.css'

/** Asks who is signed in and draws the studio; what went wrong instead, with another try. */
async function start(root: Root, call: CallPort): Promise<void> {
  try {
    const session = await call(getStudioSession, {})
    root.render(<StudioApp call={call} session={session} />)
  } catch (error) {
    root.render(<StudioStart error={error} onAgain={() => void start(root, call)} />)
  }
}

const place = document.getElementById('studio') ?? document.body.appendChild(document.createElement('div'))
const call = createStudioCall((address, { form: _form, ...request }) => fetch(address, request))
void start(createRoot(place), call)
