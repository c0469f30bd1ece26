import type { DeskPlayerState } from '#schemas'
import { say } from '../app/studio-texts.ts'
import { Mark, type MarkTone } from '../parts/Mark.tsx'

const TONES: Readonly<Record<DeskPlayerState, MarkTone>> = {
  pending: 'calm',
  active: 'good',
  blocked: 'problem',
  closed: 'warning',
}

/** How an account stands. */
export function PlayerState({ state }: { readonly state: DeskPlayerState }) {
  return <Mark tone={TONES[state]}>{say(`desk.player_${state}`)}</Mark>
}
