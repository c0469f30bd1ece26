import { useState } from 'react'
import { getDocuments, getIdentificationConfig } from '#calls/identification.calls.ts'
import type { IdentificationInput } from '#machines/protection/identification.machine.ts'
import type { DocumentsAnswer, IdentificationConfig, IdentificationStateName } from '#schemas'
import { type App, useApp } from '../page/app-context.ts'

/** What the screens of the identification load. */
export interface IdentificationData {
  readonly config: IdentificationConfig
  readonly answer: DocumentsAnswer
  /** yyyy-MM-dd */
  readonly today: string
}

/** Loads what is asked and what has been given. */
export async function loadIdentification({ call }: App): Promise<IdentificationData> {
  const [config, answer] = await Promise.all([call(getIdentificationConfig, {}), call(getDocuments, {})])
  return { config, answer, today: new Date().toISOString().slice(0, 10) }
}

/** States in which nothing is to be given. */
const SETTLED: readonly IdentificationStateName[] = ['checking', 'appeal', 'verified']

/** What has been given, read again when something was sent, the start of the machine from there, and whether anything is to be
 *  given at all. */
export function useIdentification(loaded: IdentificationData, flow: IdentificationInput['flow']) {
  const { call } = useApp()
  const [answer, setAnswer] = useState(loaded.answer)
  const { config, today } = loaded
  const input: IdentificationInput = {
    flow,
    state: answer.identification.state,
    demands: config.documentTypes,
    limits: { mediaTypes: config.mediaTypes, maxFiles: config.maxFiles, maxFileBytes: config.maxFileBytes },
    files: answer.documents
      .filter(({ isSent }) => !isSent)
      .map(({ id, mediaType, sizeBytes }) => ({ key: id, name: '', mediaType, sizeBytes, documentId: id })),
    today,
  }
  const [readAgain] = useState(() => async () => setAnswer(await call(getDocuments, {})))
  const isOpen = !SETTLED.includes(answer.identification.state)
  const phoneWays = config.flowTypes.filter((way) => way === 'smart_id' || way === 'mobile_id')
  const hasSumsub = config.flowTypes.includes('sumsub')
  return { answer, input, readAgain, isOpen, phoneWays, hasSumsub }
}
