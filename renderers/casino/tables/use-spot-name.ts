import { colourOf, ROULETTE_SPOTS } from '#machines/casino/games/roulette.rules.ts'
import { useText } from '../../site/texts.tsx'

const OUTSIDE = [
  ...(['red', 'black', 'even', 'odd', 'low', 'high'] as const),
  ...(['dozen1', 'dozen2', 'dozen3', 'column1', 'column2', 'column3'] as const),
]

const KINDS = ['split', 'street', 'corner', 'line'] as const

/** Names spots of the roulette table: `straight:17` → `17, black`, `split:17-20` → `Split 17, 20`, `low` → `1–18, low`. */
export function useSpotName(): (on: string) => string {
  const t = useText()
  return (on) => {
    const outside = OUTSIDE.find((one) => one === on)
    if (outside) return t(`casino.roulette_spot_${outside}`)
    const numbers = ROULETTE_SPOTS.get(on) ?? []
    const kind = KINDS.find((one) => on.startsWith(`${one}:`))
    if (kind) return t(`casino.roulette_${kind}`, { numbers: numbers.join(', ') })
    const [number = 0] = numbers
    return t('casino.roulette_number', { number, colour: t(`casino.colour_${colourOf(number)}`) })
  }
}
