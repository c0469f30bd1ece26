import { ActionLink } from '../parts/ActionButton.tsx'
import { ScreenHead } from '../parts/ScreenHead.tsx'
import { say } from './studio-texts.ts'

/** The screen of an address that leads nowhere. */
export function StudioNotFound() {
  return (
    <>
      <ScreenHead title={say('common.not_found_title')} lead={say('common.not_found_text')} />
      <p>
        <ActionLink to="/">{say('common.to_brands')}</ActionLink>
      </p>
    </>
  )
}
