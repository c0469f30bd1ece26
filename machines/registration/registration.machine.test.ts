import { describe, expect, test, vi } from 'vitest'
import { MachineStage } from '#machines/scenario/machine-stage.ts'
import { registrationContract } from './registration.contract.ts'
import type { RegistrationContext } from './registration-context.rules.ts'
import type { AnswerErrors, CheckAnswers } from './registration-flow.rules.ts'

const AT_MISSING: AnswerErrors = { email: { code: 'email.at_symbol', params: {} } }

const FIELDS = [{ id: 'email' }, { id: 'captcha' }]

function editing(checkAnswers: CheckAnswers) {
  const contract = {
    ...registrationContract,
    prepareInput: () => ({ checkContext: { country: 'KZ' }, checkAnswers, isSecret: () => false }),
  }
  const stage = new MachineStage(contract, {})
  stage.tell('root/loadTypes#1', 'script.ok', ['full_reg'])
  stage.tell('root/loadFields#1', 'script.ok', FIELDS)
  stage.tell('root/loadDraft#1', 'script.ok', null)
  return stage
}

describe('registration machine', () => {
  test('REG-16: a field that the rules find in error keeps the form from being sent', () => {
    const stage = editing((_, { email }) => (email === 'ann' ? AT_MISSING : {}))
    stage.send({ type: 'field.changed', fieldId: 'email', value: 'ann' })
    stage.send({ type: 'form.submitted' })
    expect(stage.running).toEqual([])
    expect((stage.view.context as RegistrationContext).errors).toEqual({
      email: { code: 'email.at_symbol', params: {} },
    })
    stage.send({ type: 'field.changed', fieldId: 'email', value: 'ann@example.org' })
    stage.send({ type: 'form.submitted' })
    expect(stage.running).toEqual(['root/submit#1'])
  })

  test('REG-15, REG-17, REG-18: the rules are asked with the definitions, the answers, the visitor and the flags, and their word is final', () => {
    const checkAnswers = vi.fn<CheckAnswers>(() => ({}))
    const stage = editing(checkAnswers)
    stage.send({ type: 'field.changed', fieldId: 'email', value: 'ann@example.org' })
    stage.send({ type: 'form.submitted' })
    expect(checkAnswers).toHaveBeenCalledWith(
      FIELDS,
      { email: 'ann@example.org' },
      { country: 'KZ', phoneConfirmed: false, confirmationCodeSent: false, confirmationCodeSuccess: false },
    )
    expect(stage.running).toEqual(['root/submit#1'])
  })

  test('answers of different types do not mix', () => {
    const stage = editing(() => ({}))
    stage.send({ type: 'field.changed', fieldId: 'email', value: 'ann@example.org' })
    expect((stage.view.context as RegistrationContext).answersByType).toEqual({
      full_reg: { email: 'ann@example.org' },
    })
  })
})
