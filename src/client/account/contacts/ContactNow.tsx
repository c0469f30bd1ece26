import { ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { RouteId } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import { StepHeading, StepPanel, StepText } from '../security/StepParts.tsx'

/** Props of {@link ContactNow}. */
export interface ContactNowProps {
  /** What is so, in words. */
  readonly text: string
  /** The address that is meant, if there is one. */
  readonly value?: string | undefined
  readonly routeId: RouteId
  readonly action: string
}

/** An address as it is now, and the way to what can be done about it. */
export function ContactNow({ text, value, routeId, action }: ContactNowProps) {
  const app = useApp()
  const t = useText()
  const to = offeredPath(app, routeId)
  return (
    <StepPanel>
      <StepText>{text}</StepText>
      {value === undefined ? null : (
        <StepHeading>
          <bdi dir="ltr">{value}</bdi>
        </StepHeading>
      )}
      {to === null ? null : <ButtonLink to={to}>{t(action)}</ButtonLink>}
    </StepPanel>
  )
}
