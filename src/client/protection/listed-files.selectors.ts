import type { IdentificationContext } from '#machines/protection/identification.machine.ts'
import type { ListedFile } from '#renderers/site/FilePicker.tsx'
import type { Translate } from '#renderers/site/texts.tsx'

/** Words for files. */
export interface FileWords {
  readonly t: Translate
  readonly sizeText: (bytes: number) => string
}

/** The files of an identification as the picker lists them; what the server keeps has a number in place of a name. */
export function listedFiles(
  { files, fileFaults }: Pick<IdentificationContext, 'files' | 'fileFaults'>,
  contents: ReadonlyMap<string, Blob>,
  { t, sizeText }: FileWords,
): readonly ListedFile[] {
  return files.map((file, index) => {
    const name = file.name === '' ? t('protection.file_number', { number: index + 1 }) : file.name
    const fault = fileFaults[file.key]
    return {
      key: file.key,
      name,
      detail: sizeText(file.sizeBytes),
      content: contents.get(file.key),
      mark: file.documentId === null ? undefined : t('protection.file_kept'),
      error: fault ? t(fault.code, { ...fault.params }) : undefined,
      removeLabel: t('protection.remove', { name }),
    }
  })
}
