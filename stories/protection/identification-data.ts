import type { DocumentsAnswer, IdentificationConfig, IdentificationState, IdentificationStateName } from '#schemas'
import type { StoryAnswers } from '../story-app.ts'

const AT = '2026-03-01T12:00:00.000Z'
const WAY: readonly IdentificationStateName[] = ['uploaded', 'checking', 'rejected']

/** What a server answers to a player whose identification is in a state. */
export function identificationAnswers(
  state: IdentificationStateName,
  flowTypes: IdentificationConfig['flowTypes'] = ['documents'],
): StoryAnswers {
  const reason = 'The lower half of the page is missing. Please take the picture again, with the whole page on it.'
  const identification: IdentificationState = {
    state,
    ...(state === 'none' ? {} : { changedAt: AT }),
    ...(state === 'rejected' ? { reason } : {}),
  }
  const config: IdentificationConfig = {
    identification,
    flowTypes,
    documentTypes: [
      { id: 'passport', fields: ['name', 'surname', 'birthday', 'passport', 'passport_end_date'] },
      { id: 'cpf', fields: ['name', 'surname', 'cpf'] },
    ],
    mediaTypes: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
    maxFiles: 6,
    maxFileBytes: 8_388_608,
    maxPixels: 50_000_000,
  }
  const answer: DocumentsAnswer = {
    identification,
    documents: state === 'uploaded' ? [document('A'.repeat(21)), document('B'.repeat(21))] : [],
    history: state === 'none' ? [] : historyTo(state, reason),
  }
  return { getIdentificationConfig: config, getDocuments: answer }
}

function document(id: string): DocumentsAnswer['documents'][number] {
  return { id, documentType: 'passport', mediaType: 'image/jpeg', sizeBytes: 1_250_000, isSent: false, uploadedAt: AT }
}

function historyTo(state: IdentificationStateName, reason: string): DocumentsAnswer['history'] {
  const way = WAY.includes(state) ? WAY.slice(0, WAY.indexOf(state) + 1) : [state]
  return way.map((step, index) => ({
    state: step,
    at: `2026-03-01T1${index}:00:00.000Z`,
    by: step === 'rejected' ? 'operator' : 'player',
    ...(step === 'rejected' ? { reason } : {}),
  }))
}
