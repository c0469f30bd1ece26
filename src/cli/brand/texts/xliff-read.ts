import { SaxesParser, type SaxesTagNS } from 'saxes'
import { say } from '../../command-text.ts'
import type { ReadRow, ReadTranslation, TranslationFault } from './translation.ts'
import { XLIFF_NAMESPACE } from './xliff-write.ts'

/** Inline elements that stand for no sign of the text: the ends of annotations, and what holds them. */
const PASSED_OVER = new Set(['mrk', 'sm', 'em'])

/** A unit while it is read. */
interface OpenUnit {
  readonly line: number
  readonly key: string
  /** Id of a `data` element → its text. */
  readonly data: Map<string, string>
  /** Id of a code of the source → its text: some tools keep the id alone in the target. */
  readonly codes: Map<string, string>
  target: string
  hasTarget: boolean
  lacksTarget: boolean
}

/** Reads XLIFF 2.0, 2.1 and 2.2, strictly: what is not XML, or has inline codes that none of our texts has, is reported
 *  with its line. */
export function readXliff(text: string): ReadTranslation {
  const reader = new XliffReader()
  const parser = new SaxesParser({ xmlns: true })
  parser.on('opentag', (tag) => reader.open(tag, parser.line))
  parser.on('closetag', (tag) => reader.close(tag.local))
  parser.on('text', (part) => reader.text(part))
  parser.on('cdata', (part) => reader.text(part))
  try {
    parser.write(text).close()
  } catch (error) {
    const found = (error as Error).message.replace(/^\d+:\d+: /, '')
    return reader.broken({ line: parser.line, message: say('brand.xml_broken', { found }) })
  }
  return reader.result()
}

class XliffReader {
  #sourceLanguage = ''
  #language = ''
  #file = ''
  #version: string | null = null
  #unit: OpenUnit | null = null
  #segment: { hasTarget: boolean; source: string } | null = null
  /** What text is read into at the moment. */
  #into: 'source' | 'target' | 'data' | null = null
  #dataId = ''
  readonly #rows: ReadRow[] = []
  readonly #faults: TranslationFault[] = []

  open(tag: SaxesTagNS, line: number): void {
    const value = (name: string) => tag.attributes[name]?.value ?? ''
    if (this.#version === null) this.#openRoot(tag, line)
    else if (this.#into === 'source' || this.#into === 'target') this.#openInline(tag, line)
    else if (tag.uri !== XLIFF_NAMESPACE) return
    else if (tag.local === 'file') this.#file = value('original')
    else if (tag.local === 'unit') this.#unit = openUnit(line, value('id'))
    else if (tag.local === 'data' || tag.local === 'cp') this.#openData(tag)
    else if (tag.local === 'segment' || tag.local === 'ignorable') this.#segment = { hasTarget: false, source: '' }
    else if (tag.local === 'source') this.#into = 'source'
    else if (tag.local === 'target' && this.#segment) {
      this.#into = 'target'
      this.#segment.hasTarget = true
    }
  }

  close(name: string): void {
    if (name === this.#into) this.#into = null
    else if ((name === 'segment' || name === 'ignorable') && this.#segment) this.#closeSegment(name, this.#segment)
    else if (name === 'unit' && this.#unit) this.#closeUnit(this.#unit)
  }

  text(part: string): void {
    if (!this.#unit) return
    if (this.#into === 'data') this.#unit.data.set(this.#dataId, (this.#unit.data.get(this.#dataId) ?? '') + part)
    else if (this.#into === 'target') this.#unit.target += part
    else if (this.#into === 'source' && this.#segment) this.#segment.source += part
  }

  result(): ReadTranslation {
    const [sourceLanguage, language] = [this.#sourceLanguage, this.#language]
    return { sourceLanguage, language, rows: this.#rows, faults: this.#faults }
  }

  broken(fault: TranslationFault): ReadTranslation {
    return { ...this.result(), rows: [], faults: [fault] }
  }

  #openRoot(tag: SaxesTagNS, line: number): void {
    const value = (name: string) => tag.attributes[name]?.value ?? ''
    this.#version = value('version')
    this.#sourceLanguage = value('srcLang')
    this.#language = value('trgLang')
    if (tag.local !== 'xliff' || tag.uri !== XLIFF_NAMESPACE || !this.#version.startsWith('2.'))
      this.#faults.push({
        line,
        message: say('brand.xliff_version', { found: `${tag.local} ${this.#version}`.trim() }),
      })
  }

  #openData(tag: SaxesTagNS): void {
    if (tag.local === 'cp') {
      this.text(signOf(tag))
      return
    }
    this.#into = 'data'
    this.#dataId = tag.attributes.id?.value ?? ''
    this.#unit?.data.set(this.#dataId, '')
  }

  #openInline(tag: SaxesTagNS, line: number): void {
    const unit = this.#unit
    if (!unit || PASSED_OVER.has(tag.local)) return
    if (tag.local === 'cp') this.text(signOf(tag))
    else if (tag.local === 'ph') {
      const { id, dataRef, disp } = tag.attributes
      const written = unit.data.get(dataRef?.value ?? '') ?? unit.codes.get(id?.value ?? '') ?? disp?.value ?? ''
      if (this.#into === 'source') unit.codes.set(id?.value ?? '', written)
      this.text(written)
    } else this.#faults.push({ line, message: say('brand.xliff_code', { key: unit.key, found: tag.local }) })
  }

  /** Text between segments is taken from the source where a tool has left it out of the target. */
  #closeSegment(name: string, { hasTarget, source }: { hasTarget: boolean; source: string }): void {
    const unit = this.#unit
    this.#segment = null
    if (!unit) return
    if (name === 'ignorable') unit.target += hasTarget ? '' : source
    else if (hasTarget) unit.hasTarget = true
    else unit.lacksTarget = true
  }

  #closeUnit({ line, key, target, hasTarget, lacksTarget }: OpenUnit): void {
    this.#unit = null
    if (hasTarget && lacksTarget) this.#faults.push({ line, message: say('brand.xliff_part', { key }) })
    else this.#rows.push({ line, file: this.#file, key, target: hasTarget ? target : '' })
  }
}

function openUnit(line: number, key: string): OpenUnit {
  return { line, key, data: new Map(), codes: new Map(), target: '', hasTarget: false, lacksTarget: false }
}

function signOf(tag: SaxesTagNS): string {
  const code = Number.parseInt(tag.attributes.hex?.value ?? '', 16)
  return code >= 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : ''
}
