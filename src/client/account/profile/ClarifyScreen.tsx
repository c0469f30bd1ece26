import { useId } from 'react'
import { useLoaderData, useNavigate } from 'react-router'
import { getAccountData, saveRequiredDocuments } from '#calls/office.calls.ts'
import { SelectBox } from '#renderers/site/SelectBox.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { AccountDataAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import { offeredPath } from '../../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { shellPort } from '../../page/shell-port.ts'
import { EntryField, EntryInput, EntryLabel } from '../sign-in/EntryParts.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { documentOrder } from './profile.selectors.ts'

type AccountData = AccountDataAnswer['data']['attributes']

/** Loads the profile and what documents lack. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<AccountData>> {
  const { data } = await app.call(getAccountData, {})
  return { meta: () => ({ title: app.texts.t('profile.clarify_title'), isPrivate: true }), data: data.attributes }
}

/** Completing the profile by what a document says: the player chooses which (OFF-16). */
export function Screen() {
  const app = useApp()
  const t = useText()
  const navigate = useNavigate()
  const { data } = useLoaderData<ScreenData<AccountData>>()
  const variants = documentOrder(data)
  const leave = () => {
    shellPort.notify({ id: 'profile', kind: 'success', text: 'profile.clarified' })
    void navigate(offeredPath(app, 'office_account') ?? '/')
  }
  return (
    <OfficePage title={t('profile.clarify_title')} text={t('profile.clarify_text')}>
      <ProfileForm
        data={data}
        variants={variants}
        fieldsOf={(type) => data.documents.find((document) => document.type === type)?.fields ?? []}
        known={data.answers}
        save={(type, fields) => app.call(saveRequiredDocuments, { body: { document_type: type, fields } })}
        submitLabel={t('profile.save')}
        onSaved={leave}
        choice={(chosen, choose) => <DocumentChoice documents={data.documents} chosen={chosen} onChoose={choose} />}
      />
    </OfficePage>
  )
}

interface DocumentChoiceProps {
  readonly documents: AccountData['documents']
  readonly chosen: string
  readonly onChoose: (type: string) => void
}

function DocumentChoice({ documents, chosen, onChoose }: DocumentChoiceProps) {
  const t = useText()
  const id = useId()
  return (
    <EntryField>
      <EntryLabel htmlFor={id}>{t('profile.document')}</EntryLabel>
      <SelectBox>
        <EntryInput as="select" id={id} value={chosen} onChange={(event) => onChoose(event.target.value)}>
          {documents.map(({ type, title }) => (
            <option key={type} value={type}>
              {title}
            </option>
          ))}
        </EntryInput>
      </SelectBox>
    </EntryField>
  )
}
