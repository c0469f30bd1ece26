import type { PageOutput } from '#calls/page.ts'
import { fillHoles, type HoledBytes, type HoleValues, holesOf } from './holed-bytes.ts'
import { CODINGS, type Coding, codeOnce, codeWithHoles, fillCoded } from './holed-coding.ts'
import { styleSources } from './style-attributes.ts'

type Document = Extract<PageOutput, { kind: 'document' }>

/** A page that was rendered, before nonce and request id are put in. */
export interface RenderedPage {
  readonly status: number
  /** Sources by which a policy allows its style attributes. */
  readonly styles: readonly string[]
  /** The page with values, in a coding or as it is. */
  readonly fill: (values: HoleValues, coding: Coding | null) => Promise<Buffer>
}

/** @param marks what stood for the values when it was rendered
 *  @param onCoded told how many bytes a coding for many answers takes, each once; a page without it is coded for its one answer */
export function renderedPage(
  { status, pieces }: Document,
  marks: HoleValues,
  onCoded?: (bytes: number) => void,
): RenderedPage & { readonly bytes: number } {
  const whole = Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)))
  const page = holesOf(whole, marks)
  const coded = new Map<Coding, Promise<HoledBytes | null>>()
  const code = (coding: Coding) => {
    const made = codeWithHoles(coding, page).then((holed) => {
      if (holed) onCoded?.(holed.bytes.length)
      return holed
    })
    coded.set(coding, made)
    return made
  }
  return {
    status,
    styles: styleSources(whole),
    bytes: whole.length,
    fill: async (values, coding) => {
      const html = fillHoles(page, values)
      if (!coding) return html
      if (!onCoded) return codeOnce(coding, html)
      const made = await (coded.get(coding) ?? code(coding))
      return made ? fillCoded(coding, made, values, html) : codeOnce(coding, html)
    },
  }
}

/** The best coding that an Accept-Encoding header names with a weight above zero (RFC 9110, 12.5.3); null for none. */
export function codingOf(accepted: string | string[] | undefined): Coding | null {
  const named = String(accepted ?? '')
    .split(',')
    .flatMap((item) => {
      const [name = '', weight = 'q=1'] = item.trim().split(/\s*;\s*/)
      return Number(weight.replace(/^q=/, '')) > 0 ? [name] : []
    })
  return CODINGS.find((coding) => named.includes(coding)) ?? null
}
