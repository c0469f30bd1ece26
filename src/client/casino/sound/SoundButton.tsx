import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { useSounds } from './use-sounds.ts'

/** Props of {@link SoundButton}. */
export interface SoundButtonProps {
  readonly sounds: Pick<ReturnType<typeof useSounds>, 'hasSounds' | 'isMuted' | 'mute'>
}

/** Mutes the sounds of games on this device, and lets them be heard again; nothing where the brand has none. */
export function SoundButton({ sounds: { hasSounds, isMuted, mute } }: SoundButtonProps) {
  const t = useText()
  if (!hasSounds) return null
  return (
    <Button kind="plain" icon={isMuted ? 'sound-off' : 'sound'} onClick={() => mute(!isMuted)}>
      {t(isMuted ? 'casino.unmute' : 'casino.mute')}
    </Button>
  )
}
