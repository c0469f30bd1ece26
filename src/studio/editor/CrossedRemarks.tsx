import { say } from '../app/studio-texts.ts'
import type { Crossing } from '../draft/crossed-edits.ts'
import type { DraftStore } from '../draft/draft-store.ts'
import { lastKey } from '../draft/own-documents.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { Remark } from '../parts/Remark.tsx'
import { hitTitle } from './hit-place.ts'

interface CrossedRemarksProps {
  readonly store: Pick<DraftStore, 'bringBack' | 'putAside'>
  readonly crossings: readonly Crossing[]
}

/** Most characters of a value that was lost. */
const MOST_SHOWN = 80

/** What this window and others have written at the same places: each with a way to have back what counts no more. */
export function CrossedRemarks({ store, crossings }: CrossedRemarksProps) {
  return crossings.map((crossing) => {
    const { account, counts, lost } = crossing
    const { path, pointer } = lost
    const values = {
      name: account,
      value: shownValue(crossing),
      place: hitTitle({ path, pointer, title: lastKey(pointer) || path }),
    }
    return (
      <Remark
        key={`${path}#${pointer}`}
        kind="warning"
        action={
          <>
            {!isPicture(crossing) && (
              <ActionButton kind="quiet" isSmall glyph="undo" onClick={() => store.bringBack(crossing)}>
                {say('editor.crossed_bring_back')}
              </ActionButton>
            )}
            <ActionButton kind="quiet" isSmall onClick={() => store.putAside(crossing)}>
              {say('editor.crossed_aside')}
            </ActionButton>
          </>
        }
      >
        {say(counts === 'ours' ? 'editor.crossed_ours' : 'editor.crossed_theirs', values)}
      </Remark>
    )
  })
}

/** A picture is written by its bytes, of which only the hash is known. */
function isPicture({ lost }: Crossing): boolean {
  return lost.path.startsWith('assets/')
}

function shownValue(crossing: Crossing): string {
  const { value } = crossing.lost
  if (isPicture(crossing)) return say('editor.crossed_picture')
  if (value === undefined || value === null) return say('editor.crossed_nothing')
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const shown = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text
  return say('editor.crossed_value', { value: shown })
}
