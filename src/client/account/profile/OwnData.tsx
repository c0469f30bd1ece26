import { type ReactNode, useId, useState } from 'react'
import { closeOwnAccount, exportOwnData } from '#calls/own-data.calls.ts'
import { Dialog } from '#renderers/shell/Dialog.tsx'
import { Button } from '#renderers/site/Button.tsx'
import { FormInput } from '#renderers/site/FormLine.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { shellPort } from '../../page/shell-port.ts'
import { FormFailure } from '../FormFailure.tsx'
import { PasswordInput } from '../PasswordInput.tsx'
import { SecurityActions, SecurityHeading, SecurityOwnData } from '../security/SecurityParts.tsx'
import { EntryForm, EntryLead } from '../sign-in/EntryParts.tsx'
import { encodePassword } from '../sign-in/encode-password.ts'
import { useSending } from '../use-sending.ts'
import { saveText } from './save-text.ts'

/** Props of {@link OwnData}. */
export interface OwnDataProps {
  /** Whether a code is asked for besides the password. */
  readonly isTwoFactorOn: boolean
}

/** What players may do with all of their data: take it along, and leave. */
export function OwnData({ isTwoFactorOn }: OwnDataProps) {
  const t = useText()
  const [open, setOpen] = useState<'export' | 'closure' | null>(null)
  const close = () => setOpen(null)
  return (
    <SecurityOwnData aria-labelledby="own-data">
      <SecurityHeading id="own-data">{t('security.own_data_title')}</SecurityHeading>
      <SecurityActions>
        <Button icon="download" onClick={() => setOpen('export')}>
          {t('security.export')}
        </Button>
        <Button kind="plain" onClick={() => setOpen('closure')}>
          {t('security.closure')}
        </Button>
      </SecurityActions>
      {open === 'export' ? <ExportDialog onClose={close} /> : null}
      {open === 'closure' ? <ClosureDialog isTwoFactorOn={isTwoFactorOn} onClose={close} /> : null}
    </SecurityOwnData>
  )
}

function ExportDialog({ onClose }: { readonly onClose: () => void }) {
  const { call, site } = useApp()
  const work = async (password: string) => {
    const data = await call(exportOwnData, { body: { password } })
    saveText(`${site.brandId}-${data.userId}.json`, [JSON.stringify(data, null, 2)])
    shellPort.notify({ id: 'own-data', kind: 'success', text: 'security.export_done' })
    onClose()
  }
  return <ProofDialog name="export" okKind="primary" work={work} onClose={onClose} />
}

function ClosureDialog({ isTwoFactorOn, onClose }: OwnDataProps & { readonly onClose: () => void }) {
  const { call } = useApp()
  const work = async (password: string, code: string) => {
    await call(closeOwnAccount, { body: { password, ...(code === '' ? {} : { code }) } })
    shellPort.tellSession({ type: 'session.ended', because: 'choice', isHere: true })
  }
  return (
    <ProofDialog
      name="closure"
      okKey="closure_do"
      okKind="danger"
      asksCode={isTwoFactorOn}
      work={work}
      onClose={onClose}
    />
  )
}

interface ProofDialogProps {
  /** Names the keys of its texts. */
  readonly name: 'export' | 'closure'
  readonly okKey?: string
  readonly okKind: 'primary' | 'danger'
  readonly asksCode?: boolean
  /** @param password as it travels */
  readonly work: (password: string, code: string) => Promise<void>
  readonly onClose: () => void
}

/** Asks the player for proof of identity. */
function ProofDialog({ name, okKey = name, okKind, asksCode = false, work, onClose }: ProofDialogProps): ReactNode {
  const t = useText()
  const id = useId()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { isBusy, errorAt, refuse, send } = useSending<'password' | 'code'>(id, {
    'password.wrong': { at: 'password' },
    ...(asksCode ? { 'two_factor.wrong': { at: 'code' } } : {}),
  })
  const submit = () => {
    if (isBusy) return
    const label = t('security.old_password')
    if (password === '') return refuse({ at: 'password', text: t('required', { label }) })
    if (asksCode && code.trim() === '')
      return refuse({ at: 'code', text: t('required', { label: t('security.closure_code') }) })
    void send(() => work(encodePassword(password), code.trim()))
  }
  return (
    <Dialog
      isOpen
      title={t(`security.${name}`)}
      buttons={['ok', 'close']}
      closesOnEscape
      closesOnOutsidePress={false}
      okLabel={t(`security.${okKey}`)}
      okKind={okKind}
      isBusy={isBusy}
      onClose={(way) => (way === 'ok-button' ? submit() : onClose())}
    >
      <EntryForm
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <EntryLead>{t(`security.${name}_text`)}</EntryLead>
        <PasswordInput
          id={`${id}-password`}
          label={t('security.old_password')}
          value={password}
          error={errorAt('password')}
          onChange={setPassword}
        />
        {asksCode ? (
          <FormInput
            keepsNote
            purpose="code"
            id={`${id}-code`}
            label={t('security.closure_code')}
            value={code}
            help=""
            error={errorAt('code')}
            onChange={setCode}
          />
        ) : null}
        <FormFailure text={errorAt('form')} />
      </EntryForm>
    </Dialog>
  )
}
