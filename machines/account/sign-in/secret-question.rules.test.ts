import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ANSWER_LENGTH, normaliseAnswer, secretQuestionFault } from './secret-question.rules.ts'

const typed = (more: object = {}) => ({
  question: 'What was the name of your first pet?',
  isOwn: false,
  answer: 'Bartleby',
  repeated: 'Bartleby',
  ...more,
})

describe('secretQuestionFault', () => {
  test('lets a good answer pass', () => {
    expect(secretQuestionFault(typed())).toBeUndefined()
  })

  test('ACC-16: two entries that differ are a fault at the second one', () => {
    expect(secretQuestionFault(typed({ repeated: 'Bartelby' }))).toEqual({
      at: 'repeated',
      code: 'secret_question.not_repeated',
    })
  })

  test('ACC-16: any two entries that are compared as different are never let through', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (answer, repeated) => {
        fc.pre(normaliseAnswer(answer) !== normaliseAnswer(repeated))
        expect(secretQuestionFault(typed({ answer, repeated }))).toBeDefined()
      }),
    )
  })

  test.each([
    ['an answer of nothing but spaces', { answer: '   ' }, 'answer', 'secret_question.answer_short'],
    ['an answer of two letters', { answer: ' ab ' }, 'answer', 'secret_question.answer_short'],
    ['one that is too long', { answer: 'ab'.repeat(ANSWER_LENGTH.max) }, 'answer', 'secret_question.answer_short'],
    ['an answer out of the question', { answer: 'First PET' }, 'answer', 'secret_question.answer_obvious'],
    ['an own question of a word', { question: 'Name?', isOwn: true }, 'question', 'secret_question.question_short'],
  ])('refuses %s', (_name, more, at, code) => {
    expect(
      secretQuestionFault(typed({ ...more, repeated: (more as { answer?: string }).answer ?? 'Bartleby' })),
    ).toEqual({ at, code })
  })

  test('takes an answer of exactly the fewest and the most characters', () => {
    for (const answer of ['x'.repeat(ANSWER_LENGTH.min), 'x'.repeat(ANSWER_LENGTH.max)])
      expect(secretQuestionFault(typed({ answer, repeated: answer }))).toBeUndefined()
  })

  test('does not judge the length of a question of the list', () => {
    expect(secretQuestionFault(typed({ question: 'Pet?' }))).toBeUndefined()
  })
})

describe('normaliseAnswer', () => {
  test('makes capitals, spaces and ways of writing a letter alike', () => {
    expect(normaliseAnswer('  Zo\u0065\u0308 \t BARTLEBY ')).toBe(normaliseAnswer('zoë bartleby'))
  })

  test('changes nothing when it is done again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const once = normaliseAnswer(text)
        expect(normaliseAnswer(once)).toBe(once)
      }),
    )
  })
})
