import { useState, useSyncExternalStore } from 'react'
import { RecorderPanel } from '#renderers/shell/RecorderPanel.tsx'
import { switchRecorderOff } from '../page/record/recorder-flag.ts'
import { downloadFile } from './download-file.ts'
import type { RecordingDesk } from './recording-desk.ts'
import { zipArchive } from './zip-archive.ts'

const ARCHIVE = 'recordings.zip'

/** The panel of the tab's recordings. */
export function TesterPanel({ desk }: { readonly desk: RecordingDesk }) {
  const { recordings, isStopped } = useSyncExternalStore(desk.subscribe, desk.view)
  const [notes, setNotes] = useState<readonly string[]>([])
  const download = (ids: readonly string[]) => {
    const files = ids.map((id) => desk.scenario(id))
    const [only, ...others] = files
    if (only && others.length === 0) downloadFile(only.fileName, only.text)
    else downloadFile(ARCHIVE, zipArchive(files.map(({ fileName, text }) => ({ name: fileName, text }))))
    setNotes(files.flatMap((file) => file.notes.map((note) => `${file.fileName}: ${note}`)))
  }
  return (
    <RecorderPanel
      recordings={recordings}
      isStopped={isStopped}
      notes={notes}
      onDownload={download}
      onStop={() => {
        switchRecorderOff()
        desk.stop()
      }}
      onClear={() => {
        setNotes([])
        desk.clear()
      }}
    />
  )
}
